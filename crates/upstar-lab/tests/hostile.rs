//! Requests that no page of ours makes: other hosts, other origins, wrong kinds, wrong sizes, too
//! many, too slow, without end. The laboratory stays up and answers a healthy client soon.

#![allow(clippy::unwrap_used)]

use serde_json::Value;
use std::io::{Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;
use upstar_ask::Limits;
use upstar_lab::{Lab, Settings, start};

/// A question that no machine answers soon.
const ENDLESS: &str = "............|............|............|............|............|............|\
    ............|............|............|............|............|............";

struct Client {
    port: u16,
}

/// That question in a room.
fn endless(room: &str, seconds: u32) -> String {
    format!(
        r#"{{"ask":"value","rules":"domineering","position":"{ENDLESS}","room":"{room}","seconds":{seconds}}}"#
    )
}

/// A question as it is posted.
fn question(port: u16, body: &str) -> String {
    let length = body.len();
    format!(
        "POST /api/ask HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Type: application/json\r\n\
         Content-Length: {length}\r\n\r\n{body}"
    )
}

/// The status and what follows the head.
struct Reply {
    status: u16,
    head: String,
    body: String,
}

impl Client {
    fn of(lab: &Lab) -> Client {
        let address = lab.address();
        let port = address.trim_end_matches('/').rsplit(':').next().unwrap();
        Client { port: port.parse().unwrap() }
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        stream
    }

    /// Sends a request as it stands and reads to the end of the connection.
    fn raw(&self, request: &str) -> Reply {
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

    fn get(&self, path: &str, headers: &str) -> Reply {
        let port = self.port;
        self.raw(&format!(
            "GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n{headers}Connection: close\r\n\r\n"
        ))
    }

    fn post(&self, path: &str, headers: &str, body: &str) -> Reply {
        let (port, length) = (self.port, body.len());
        self.raw(&format!(
            "POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n{headers}Content-Length: {length}\r\n\
             Connection: close\r\n\r\n{body}"
        ))
    }

    fn ask(&self, body: &str) -> Reply {
        self.post("/api/ask", "Content-Type: application/json\r\n", body)
    }

    /// Begins a question and leaves the answer where it is.
    fn begin(&self, room: &str, seconds: u32) -> TcpStream {
        let mut stream = self.connect();
        stream.write_all(question(self.port, &endless(room, seconds)).as_bytes()).unwrap();
        stream
    }

    /// Asks something easy once; is it answered?
    fn is_answered(&self) -> bool {
        let reply = self.ask(r#"{"ask":"eval","input":"1+1","room":"healthy","seconds":60}"#);
        reply.status == 200 && reply.body.contains(r#""value":"2""#)
    }

    /// Asks something easy, as a page does: again where there is too much to do.
    fn assert_healthy(&self) {
        assert!((0..TRIES).any(|_| self.is_answered() || wait_a_little()), "nobody answers");
    }
}

/// How often a page asks again.
const TRIES: u32 = 200;

fn wait_a_little() -> bool {
    thread::sleep(Duration::from_millis(50));
    false
}

/// The lines of a chunked or plain answer that are JSON.
fn lines(body: &str) -> Vec<Value> {
    body.lines()
        .filter_map(|line| serde_json::from_str::<Value>(line).ok())
        .filter(Value::is_object)
        .collect()
}

fn lab() -> Lab {
    let limits = Limits { memory: Some(1 << 30), ..Limits::default() };
    start(Settings { limits, ..Settings::default() }).unwrap()
}

#[test]
fn only_our_own_host_is_answered() {
    let lab = lab();
    let client = Client::of(&lab);
    let port = client.port;
    let status = |host: &str| {
        client.raw(&format!("GET / HTTP/1.1\r\n{host}Connection: close\r\n\r\n")).status
    };
    for host in ["127.0.0.1", "localhost", "[::1]"] {
        assert_eq!(status(&format!("Host: {host}:{port}\r\n")), 200, "{host}");
    }
    for host in [
        format!("Host: evil.example:{port}\r\n"),
        "Host: 127.0.0.1\r\n".to_owned(),
        format!("Host: 127.0.0.1:{}\r\n", port.wrapping_add(1)),
        format!("Host: 127.0.0.1.evil.example:{port}\r\n"),
        format!("Host: 127.0.0.1:{port}\r\nHost: evil.example\r\n"),
        "Host: \r\n".to_owned(),
        String::new(),
    ] {
        let status = status(&host);
        assert!(status == 403 || status == 400, "{host:?}: {status}");
    }
}

#[test]
fn only_our_own_pages_may_ask() {
    let lab = lab();
    let client = Client::of(&lab);
    let port = client.port;
    let body = r#"{"ask":"eval","input":"1","room":"a"}"#;
    let asked = |origin: &str| {
        client.post("/api/ask", &format!("Content-Type: application/json\r\n{origin}"), body).status
    };
    assert_eq!(asked(""), 200);
    assert_eq!(asked(&format!("Origin: http://127.0.0.1:{port}\r\n")), 200);
    for origin in ["http://evil.example", "null", "https://127.0.0.1", "http://127.0.0.1:1", ""] {
        assert_eq!(asked(&format!("Origin: {origin}\r\n")), 403, "{origin}");
    }
    for kind in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""] {
        let reply = client.post("/api/ask", &format!("Content-Type: {kind}\r\n"), body);
        assert_eq!(reply.status, 415, "{kind}");
    }
    assert_eq!(client.post("/api/ask", "", body).status, 415);
    assert_eq!(client.get("/api/ask", "").status, 405);
}

#[test]
fn every_answer_tells_the_browser_to_keep_to_itself() {
    let lab = lab();
    let client = Client::of(&lab);
    for path in ["/", "/board", "/style.css", "/api/guide", "/nothing.js"] {
        let head = client.get(path, "").head;
        for wanted in [
            "content-security-policy: default-src 'self'",
            "frame-ancestors 'none'",
            "base-uri 'none'",
            "x-content-type-options: nosniff",
            "cross-origin-resource-policy: same-origin",
            "referrer-policy: no-referrer",
        ] {
            assert!(head.contains(wanted), "{path}: {wanted} is not in {head}");
        }
        assert!(!head.contains("set-cookie"), "{head}");
    }
}

#[test]
fn no_file_is_found_that_is_not_part_of_the_page() {
    let lab = lab();
    let client = Client::of(&lab);
    for path in [
        "/../Cargo.toml",
        "/..%2f..%2fetc/passwd",
        "/%2e%2e/%2e%2e/etc/passwd",
        "//etc/passwd",
        "/docs/../Cargo.toml",
        "/docs/%2e%2e/Cargo.toml",
        "/api/guide/../../Cargo",
        "/api/guide/%2e%2e%2f%2e%2e%2fREADME",
        "/tests/package.json",
        "/tests/helper.mjs",
    ] {
        let reply = client.get(path, "");
        assert_eq!(reply.status, 404, "{path}: {}", reply.body);
    }
}

#[test]
fn what_is_no_question_is_refused() {
    let lab = lab();
    let client = Client::of(&lab);
    for (body, status) in [
        ("", 400),
        ("{", 400),
        ("[]", 422),
        (r#"{"ask":"eval","input":"1"}"#, 422),
        (r#"{"ask":"nothing","room":"a"}"#, 422),
        (r#"{"ask":"eval","input":"1","room":""}"#, 400),
        (r#"{"ask":"eval","input":"1","room":"../../etc"}"#, 400),
        (r#"{"ask":"eval","input":"1","room":"a","seconds":"long"}"#, 422),
    ] {
        let reply = client.ask(body);
        assert_eq!(reply.status, status, "{body}: {}", reply.body);
    }
    let deep =
        format!(r#"{{"ask":"eval","input":{}1{},"room":"a"}}"#, "[".repeat(9000), "]".repeat(9000));
    assert!(client.ask(&deep).status >= 400);
    let long = format!(r#"{{"ask":"eval","input":"{}","room":"a"}}"#, "1+".repeat(40_000));
    assert_eq!(client.ask(&long).status, 413);
    // Seconds that are no time at all are the usual ones.
    for seconds in ["-1", "1e300", "0", "0.001"] {
        let body = format!(r#"{{"ask":"eval","input":"1","room":"a","seconds":{seconds}}}"#);
        assert_eq!(client.ask(&body).status, 200, "{seconds}");
    }
    client.assert_healthy();
}

#[test]
fn wrong_input_is_an_error_line_with_its_place() {
    let lab = lab();
    let client = Client::of(&lab);
    let reply = client.ask(r#"{"ask":"outcome","rules":"nim","position":"3+x","room":"a"}"#);
    assert_eq!(reply.status, 200);
    let end = lines(&reply.body).pop().unwrap();
    assert_eq!(end["event"], "end");
    assert_eq!(end["answered"], false);
    assert_eq!(end["error"]["of"], "position");
    assert_eq!(end["error"]["span"], serde_json::json!([2, 3]));
}

#[test]
fn verdicts_come_before_values() {
    let lab = lab();
    let client = Client::of(&lab);
    let reply = client.ask(
        r#"{"ask":"analyse","rules":"domineering","position":"....|....|....|....","room":"a"}"#,
    );
    let mut all = lines(&reply.body);
    assert_eq!(all.remove(0)["event"], "opened");
    let named = |name: &str| all.iter().filter(|line| line["event"] == name).count();
    let first = |name: &str| all.iter().position(|line| line["event"] == name).unwrap();
    let last = |name: &str| all.iter().rposition(|line| line["event"] == name).unwrap();
    assert_eq!(all[0]["event"], "board");
    assert_eq!(all[0]["moves"].as_array().unwrap().len(), 24);
    assert_eq!((named("verdict"), named("leaves"), named("value")), (24, 24, 1));
    assert!(last("verdict") < first("leaves") && last("verdict") < first("value"));
    let winning = all.iter().filter(|line| line["verdict"] == "win").count();
    assert_eq!(winning, 8);
    assert_eq!(all.last().unwrap()["answered"], true);
    // Every move touches squares, and no two of a player the same ones.
    let mut touched: Vec<String> = all[0]["moves"]
        .as_array()
        .unwrap()
        .iter()
        .map(|m| format!("{}{}", m["player"], m["touches"]))
        .collect();
    touched.sort();
    touched.dedup();
    assert_eq!(touched.len(), 24);
}

#[test]
fn who_goes_away_cancels() {
    let lab = lab();
    let client = Client::of(&lab);
    // The same room answers the next question only when it is free again.
    for _ in 0..5 {
        let stream = client.begin("one", 600);
        thread::sleep(Duration::from_millis(50));
        stream.shutdown(Shutdown::Both).unwrap();
        drop(stream);
        let reply = client.ask(r#"{"ask":"eval","input":"1+1","room":"one","seconds":5}"#);
        assert!(reply.body.contains(r#""value":"2""#), "{}", reply.body);
    }
}

#[test]
fn a_room_says_when_it_is_new() {
    let lab = lab();
    let client = Client::of(&lab);
    let ask = |input: &str| {
        let body = format!(r#"{{"ask":"eval","input":"{input}","room":"notes"}}"#);
        lines(&client.ask(&body).body)
    };
    assert_eq!(ask("x := 5")[0]["event"], "opened");
    let again = ask("x");
    assert!(again.iter().all(|line| line["event"] != "opened"));
    assert!(again.iter().any(|line| line["answer"]["value"] == "5"));
}

#[test]
fn a_limit_is_kept_and_what_is_known_stays() {
    let lab = lab();
    let client = Client::of(&lab);
    let body = format!(
        r#"{{"ask":"analyse","rules":"domineering","position":"{ENDLESS}","room":"a","seconds":0.5}}"#
    );
    let reply = client.ask(&body);
    let all = lines(&reply.body);
    assert_eq!(all[1]["event"], "board");
    let end = all.last().unwrap();
    assert_eq!(end["error"]["kind"], "stopped", "{end}");
    assert!(all.iter().any(|line| line["event"] == "progress"));
}

/// The status of an answer that has begun.
fn status(mut stream: &TcpStream) -> u16 {
    let mut first = [0; 12];
    stream.read_exact(&mut first).unwrap();
    std::str::from_utf8(&first[9..]).unwrap().parse().unwrap()
}

/// Has the answer come to its end? Whatever has come of it is read.
fn has_ended(mut stream: &TcpStream) -> bool {
    stream.set_nonblocking(true).unwrap();
    let (mut bytes, mut part) = (Vec::new(), [0; 4096]);
    while let Ok(count) = stream.read(&mut part) {
        if count == 0 {
            return true;
        }
        bytes.extend_from_slice(&part[..count]);
    }
    String::from_utf8_lossy(&bytes).contains(r#""event":"end""#)
}

#[test]
fn endless_games_keep_nobody_waiting() {
    let lab = lab();
    let client = Client::of(&lab);
    // All rooms but one are busy for an hour; who comes is answered before any of them ends.
    let games: Vec<TcpStream> =
        (0..15).map(|i| client.begin(&format!("endless-{i}"), 3600)).collect();
    assert!(games.iter().all(|game| status(game) == 200));
    for _ in 0..5 {
        assert!(client.is_answered());
    }
    assert!(!games.iter().any(has_ended));
}

#[test]
fn full_rooms_make_way() {
    let lab = lab();
    let client = Client::of(&lab);
    // Each is taken in or told at once that there is no room; the next one may try again.
    let crowd: Vec<TcpStream> = (0..40).map(|i| client.begin(&format!("room-{i}"), 3600)).collect();
    assert!(crowd.iter().all(|stream| matches!(status(stream), 200 | 429)));
    client.assert_healthy();
    // At most one made way for that; it was told so.
    let running = crowd.iter().filter(|stream| !has_ended(stream)).count();
    assert!(running >= 15, "{running} are left");
}

#[test]
fn too_many_questions_in_one_room_are_refused() {
    let lab = lab();
    let client = Client::of(&lab);
    let crowd: Vec<TcpStream> = (0..30).map(|_| client.begin("crowd", 3600)).collect();
    let told: Vec<u16> = crowd.iter().map(status).collect();
    assert_eq!(told.iter().filter(|&&status| status == 200).count(), 8, "{told:?}");
    assert_eq!(told.iter().filter(|&&status| status == 429).count(), 22, "{told:?}");
    assert!(client.is_answered());
    // Those that wait never begin once nobody waits for them.
    drop(crowd);
    let next = r#"{"ask":"eval","input":"1+1","room":"crowd","seconds":60}"#;
    let is_next = || client.ask(next).body.contains(r#""value":"2""#);
    assert!((0..TRIES).any(|_| is_next() || wait_a_little()));
}

#[test]
fn ten_thousand_questions_at_once() {
    const CLIENTS: usize = 20;
    let lab = lab();
    let client = Client::of(&lab);
    let port = client.port;
    let (asked, over) = (AtomicUsize::new(0), AtomicBool::new(false));
    thread::scope(|scope| {
        let floods: Vec<_> = (0..CLIENTS)
            .map(|worker| {
                let asked = &asked;
                scope.spawn(move || flood(port, worker, asked))
            })
            .collect();
        let healthy = scope.spawn(|| {
            let (mut answered, mut most) = (0, 0);
            while !over.load(Ordering::Relaxed) {
                let before = asked.load(Ordering::Relaxed);
                Client { port }.assert_healthy();
                most = most.max(asked.load(Ordering::Relaxed) - before);
                answered += 1;
            }
            (answered, most)
        });
        floods.into_iter().for_each(|flood| flood.join().unwrap());
        over.store(true, Ordering::Relaxed);
        let (answered, most) = healthy.join().unwrap();
        println!("{answered} easy questions answered, at most {most} others asked meanwhile");
        assert_eq!(asked.load(Ordering::Relaxed), 10_000);
        // Nobody waits for the end of the flood.
        assert!(answered >= 3, "{answered}");
    });
    client.assert_healthy();
}

/// Asks what has no answer, again and again, and waits for nobody.
fn flood(port: u16, worker: usize, asked: &AtomicUsize) {
    let mut kept = Vec::new();
    for i in 0..500 {
        if let Ok(mut stream) = TcpStream::connect(("127.0.0.1", port)) {
            let room = format!("flood-{}", (worker * 500 + i) % 97);
            let _ = stream.write_all(question(port, &endless(&room, 60)).as_bytes());
            kept.push(stream);
        }
        asked.fetch_add(1, Ordering::Relaxed);
        if kept.len() > 10 {
            kept.clear();
        }
    }
}

#[test]
fn it_listens_to_this_machine_alone() {
    let lab = lab();
    let port = format!(":{:04X}", Client::of(&lab).port);
    let mut heard = 0;
    for (table, loopback) in [("tcp", "0100007F"), ("tcp6", "00000000000000000000000001000000")] {
        let Ok(text) = std::fs::read_to_string(format!("/proc/net/{table}")) else { continue };
        for line in text.lines().skip(1) {
            let fields: Vec<&str> = line.split_whitespace().collect();
            // State 0A is that of listening.
            if fields[3] == "0A" && fields[1].ends_with(&port) {
                assert!(fields[1].starts_with(loopback), "{line}");
                heard += 1;
            }
        }
    }
    assert!(heard == 1 || cfg!(not(target_os = "linux")), "{heard}");
}

#[test]
fn no_question_names_a_file() {
    let folder = std::env::temp_dir().join(format!("upstar-lab-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("secret.up");
    let secret = "game Secret\n\"xyzzy\"\ngrid . x o\nleft x. -> .x\nright as left with x<->o\n";
    std::fs::write(&file, secret).unwrap();
    let path = file.display().to_string();
    let lab = lab();
    let client = Client::of(&lab);
    for question in [
        format!(r#"{{"ask":"value","rules":"{path}","position":"x."}}"#),
        format!(r#"{{"ask":"rules","name":"{path}"}}"#),
        format!(r#"{{"ask":"check-rules","rules":"{path}"}}"#),
        format!(r#"{{"ask":"value","rules":"domineering","position":"@{path}"}}"#),
        r#"{"ask":"value","rules":"domineering","position":"-"}"#.to_owned(),
        format!(r#"{{"ask":"verify","certificate":"{path}"}}"#),
        format!(r#"{{"ask":"heap-info","code":"{path}"}}"#),
        format!(r#"{{"ask":"eval","input":"read(\"{path}\")"}}"#),
        format!(r#"{{"ask":"eval","input":"load \"{path}\""}}"#),
        format!(r#"{{"ask":"furnish","rules":"{path}","text":""}}"#),
    ] {
        let asked = question.replacen('{', r#"{"room":"a","seconds":60,"#, 1);
        let reply = client.ask(&asked);
        assert_eq!(reply.status, 200, "{question}");
        let end = lines(&reply.body).pop().unwrap();
        assert_eq!(end["answered"], false, "{question}: {}", reply.body);
        assert!(!reply.body.contains("xyzzy"), "{question}: {}", reply.body);
    }
    // Nor is one ever written.
    assert_eq!(std::fs::read_to_string(&file).unwrap(), secret);
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1);
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn sizes_are_kept_to_whoever_tells_them() {
    let lab = lab();
    let client = Client::of(&lab);
    let port = client.port;
    let head = format!(
        "POST /api/ask HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Type: application/json\r\n"
    );
    // In pieces, without saying how much it will be.
    let piece = format!("8000\r\n{}\r\n", " ".repeat(0x8000));
    let pieces = piece.repeat(4);
    let reply = client.raw(&format!("{head}Transfer-Encoding: chunked\r\n\r\n{pieces}0\r\n\r\n"));
    assert_eq!(reply.status, 413);
    // Lengths that contradict each other, or are none.
    for lengths in ["Content-Length: 1\r\nContent-Length: 2\r\n", "Content-Length: -1\r\n"] {
        assert_eq!(client.raw(&format!("{head}{lengths}\r\n{{}}")).status, 400, "{lengths}");
    }
    // A head without end.
    let long = format!("X-Long: {}\r\n", "a".repeat(1 << 20));
    let status = client.raw(&format!("{head}{long}\r\n")).status;
    assert!(status == 431 || status == 400 || status == 0, "{status}");
    let many = "X: y\r\n".repeat(10_000);
    let status = client.raw(&format!("{head}{many}\r\n")).status;
    assert!(status == 431 || status == 400 || status == 0, "{status}");
    assert!(client.is_answered());
}

#[test]
fn a_full_room_is_opened_anew() {
    // Each room has a megabyte.
    let limits = Limits { memory: Some(16 << 20), ..Limits::default() };
    let lab = start(Settings { limits, ..Settings::default() }).unwrap();
    let client = Client::of(&lab);
    for question in [
        endless("full", 3600),
        r#"{"ask":"misere","misere":"solve","code":".0007","room":"full","seconds":3600}"#
            .to_owned(),
    ] {
        let end = lines(&client.ask(&question).body).pop().unwrap();
        assert_eq!(end["answered"], false, "{end}");
        assert_eq!(end["fresh"], true, "{end}");
        let next = client.ask(r#"{"ask":"eval","input":"1+1","room":"full","seconds":60}"#);
        assert!(next.body.contains(r#""value":"2""#), "{}", next.body);
        assert_eq!(lines(&next.body)[0]["event"], "opened");
    }
    let sequence = r#"{"code":".6","to":4000000,"room":"full","seconds":3600}"#;
    let reply = client.post("/api/sequence", "Content-Type: application/json\r\n", sequence);
    assert_eq!(reply.status, 422, "{}", reply.body);
    let next = client.ask(r#"{"ask":"eval","input":"1+1","room":"full","seconds":60}"#);
    assert_eq!(lines(&next.body)[0]["event"], "opened", "{}", next.body);
}

#[test]
fn slow_clients_keep_nobody_out() {
    let lab = lab();
    let client = Client::of(&lab);
    let mut slow: Vec<TcpStream> = Vec::new();
    for i in 0..600 {
        let Ok(mut stream) = TcpStream::connect(("127.0.0.1", client.port)) else { continue };
        let begun: &[u8] = match i % 3 {
            0 => b"",
            1 => b"POST /api/ask HTTP/1.1\r\nHost: 127.",
            _ => b"POST /api/ask HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{",
        };
        let _ = stream.write_all(begun);
        slow.push(stream);
    }
    client.assert_healthy();
    drop(slow);
}

#[test]
fn a_reader_that_reads_nothing_is_no_burden() {
    let lab = lab();
    let client = Client::of(&lab);
    let body = r#"{"ask":"heap-values","code":".77","to":"2000000","room":"deaf","seconds":60}"#;
    let mut stream = client.connect();
    stream.write_all(question(client.port, body).as_bytes()).unwrap();
    client.assert_healthy();
    drop(stream);
    client.assert_healthy();
}

#[test]
fn sequences_come_as_bytes() {
    let lab = lab();
    let client = Client::of(&lab);
    let mut stream = client.connect();
    let body = r#"{"code":".77","to":11,"room":"a"}"#;
    let head = format!(
        "POST /api/sequence HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nContent-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
        client.port,
        body.len()
    );
    stream.write_all((head + body).as_bytes()).unwrap();
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).unwrap();
    let wanted: Vec<u8> = [0u16, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6]
        .iter()
        .flat_map(|value| value.to_le_bytes())
        .collect();
    assert!(bytes.windows(wanted.len()).any(|window| window == wanted));
    let reply = client.post(
        "/api/sequence",
        "Content-Type: application/json\r\n",
        r#"{"code":".77","to":999999999999,"room":"a"}"#,
    );
    assert_eq!(reply.status, 400);
    let reply = client.post(
        "/api/sequence",
        "Content-Type: application/json\r\n",
        r#"{"code":"nonsense","to":9,"room":"a"}"#,
    );
    assert_eq!(reply.status, 422);
}
