//! JSON as certificates are written.

use serde_json::ser::Formatter;
use std::io;

/// JSON with a line for each field, and for each list of numbers.
#[derive(Default)]
pub(crate) struct JsonLines {
    fields: usize,
    lists: usize,
    nested: bool,
}

impl JsonLines {
    fn new_line<W: io::Write + ?Sized>(&self, writer: &mut W) -> io::Result<()> {
        write!(writer, "\n{:1$}", "", 2 * (self.fields + self.lists))
    }
}

impl Formatter for JsonLines {
    fn begin_array<W: io::Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        if self.lists > 0 {
            self.nested = true;
            self.new_line(writer)?;
        } else {
            self.nested = false;
        }
        self.lists += 1;
        writer.write_all(b"[")
    }

    fn end_array<W: io::Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        self.lists -= 1;
        if self.lists == 0 && self.nested {
            self.new_line(writer)?;
        }
        writer.write_all(b"]")
    }

    fn begin_array_value<W: io::Write + ?Sized>(
        &mut self,
        w: &mut W,
        first: bool,
    ) -> io::Result<()> {
        w.write_all(if first { b"" } else { b"," })
    }

    fn begin_object<W: io::Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        self.fields += 1;
        writer.write_all(b"{")
    }

    fn end_object<W: io::Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        self.fields -= 1;
        self.new_line(writer)?;
        writer.write_all(b"}")
    }

    fn begin_object_key<W: io::Write + ?Sized>(
        &mut self,
        w: &mut W,
        first: bool,
    ) -> io::Result<()> {
        w.write_all(if first { b"" } else { b"," })?;
        self.new_line(w)
    }

    fn begin_object_value<W: io::Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        writer.write_all(b": ")
    }
}
