"""A second checker of certificates, written from the documents alone."""
