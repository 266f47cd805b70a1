"""A second checker of certificates, after the theorems of the documents."""
