//! A client that sends what it likes, and what it asks.

use serde_json::Value;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::thread;
use std::time::Duration;
use upstar_lab::{Lab, Settings, start};
use upstar_session::Limits;
use upstar_testing::child::{patience, until};

/// A question that no machine answers soon.
pub(crate) const ENDLESS: &str = "............|............|............|............|............|............|\
    ............|............|............|............|............|............";

pub(crate) struct Client {
    pub(crate) port: u16,
}

/// That question in a session.
pub(crate) fn endless(session: &str, seconds: u32) -> String {
    format!(
        r#"{{"ask":"value","rules":"domineering","position":"{ENDLESS}","session":"{session}","seconds":{seconds}}}"#
    )
}

/// A question as it is posted.
pub(crate) fn question(port: u16, body: &str) -> String {
    let length = body.len();
    format!(
        "POST /api/ask HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Type: application/json\r\n\
         Content-Length: {length}\r\n\r\n{body}"
    )
}

/// The status and what follows the head.
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Client {
    pub(crate) fn of(lab: &Lab) -> Client {
        let address = lab.address();
        let port = address.trim_end_matches('/').rsplit(':').next().unwrap();
        Client { port: port.parse().unwrap() }
    }

    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.set_read_timeout(Some(patience())).unwrap();
        stream
    }

    /// Sends a request as it stands and reads to the end of the connection.
    pub(crate) fn raw(&self, request: &str) -> Reply {
        let mut stream = self.connect();
        // A server that has refused already may have closed its side.
        let _ = stream.write_all(request.as_bytes());
        let mut bytes = Vec::new();
        let _ = stream.read_to_end(&mut bytes);
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        let status = head.split(' ').nth(1).and_then(|code| code.parse().ok()).unwrap_or(0);
        Reply { status, head: head.to_lowercase(), body: body.to_owned() }
    }

    pub(crate) fn get(&self, path: &str, headers: &str) -> Reply {
        let port = self.port;
        self.raw(&format!(
            "GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n{headers}Connection: close\r\n\r\n"
        ))
    }

    pub(crate) fn post(&self, path: &str, headers: &str, body: &str) -> Reply {
        let (port, length) = (self.port, body.len());
        self.raw(&format!(
            "POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n{headers}Content-Length: {length}\r\n\
             Connection: close\r\n\r\n{body}"
        ))
    }

    pub(crate) fn ask(&self, body: &str) -> Reply {
        self.post("/api/ask", "Content-Type: application/json\r\n", body)
    }

    /// Begins a question and leaves the answer where it is.
    pub(crate) fn begin(&self, session: &str, seconds: u32) -> TcpStream {
        let mut stream = self.connect();
        stream.write_all(question(self.port, &endless(session, seconds)).as_bytes()).unwrap();
        stream
    }

    /// Asks something easy once; is it answered?
    pub(crate) fn is_answered(&self) -> bool {
        let reply = self.ask(r#"{"ask":"eval","input":"1+1","session":"healthy","seconds":3600}"#);
        reply.status == 200 && reply.body.contains(r#""value":"2""#)
    }

    /// Asks something easy, as a page does: again where there is too much to do.
    pub(crate) fn assert_healthy(&self) {
        until("an easy question is answered", || self.is_answered() || wait_a_little());
    }
}

/// Waits as a page does before it asks again; returns false.
pub(crate) fn wait_a_little() -> bool {
    thread::sleep(Duration::from_millis(50));
    false
}

/// The lines of a chunked or plain answer that are JSON.
pub(crate) fn lines(body: &str) -> Vec<Value> {
    body.lines()
        .filter_map(|line| serde_json::from_str::<Value>(line).ok())
        .filter(Value::is_object)
        .collect()
}

pub(crate) fn lab() -> Lab {
    let limits = Limits { memory: Some(1 << 30), ..Limits::default() };
    start(Settings { limits, ..Settings::default() }).unwrap()
}
