//! Single requests: who may ask, what is a question, and what every answer says.

use crate::client::{Client, lab, lines};
use std::io::{Read, Write};

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
    let body = r#"{"ask":"eval","input":"1","session":"a"}"#;
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
        (r#"{"ask":"nothing","session":"a"}"#, 422),
        (r#"{"ask":"eval","input":"1","session":""}"#, 400),
        (r#"{"ask":"eval","input":"1","session":"../../etc"}"#, 400),
        (r#"{"ask":"eval","input":"1","session":"a","seconds":"long"}"#, 422),
    ] {
        let reply = client.ask(body);
        assert_eq!(reply.status, status, "{body}: {}", reply.body);
    }
    let deep = format!(
        r#"{{"ask":"eval","input":{}1{},"session":"a"}}"#,
        "[".repeat(9000),
        "]".repeat(9000)
    );
    assert!(client.ask(&deep).status >= 400);
    let long = format!(r#"{{"ask":"eval","input":"{}","session":"a"}}"#, "1+".repeat(40_000));
    assert_eq!(client.ask(&long).status, 413);
    // Seconds that are no time at all are the usual ones.
    for seconds in ["-1", "1e300", "0", "0.001"] {
        let body = format!(r#"{{"ask":"eval","input":"1","session":"a","seconds":{seconds}}}"#);
        assert_eq!(client.ask(&body).status, 200, "{seconds}");
    }
    client.assert_healthy();
}

#[test]
fn wrong_input_is_an_error_line_with_its_place() {
    let lab = lab();
    let client = Client::of(&lab);
    let reply = client.ask(r#"{"ask":"outcome","rules":"nim","position":"3+x","session":"a"}"#);
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
        r#"{"ask":"analyse","rules":"domineering","position":"....|....|....|....","session":"a"}"#,
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
fn a_room_says_when_it_is_new() {
    let lab = lab();
    let client = Client::of(&lab);
    let ask = |input: &str| {
        let body = format!(r#"{{"ask":"eval","input":"{input}","session":"notes"}}"#);
        lines(&client.ask(&body).body)
    };
    assert_eq!(ask("x := 5")[0]["event"], "opened");
    let again = ask("x");
    assert!(again.iter().all(|line| line["event"] != "opened"));
    assert!(again.iter().any(|line| line["answer"]["value"] == "5"));
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
        format!(r#"{{"ask":"add-rules","rules":"{path}","text":""}}"#),
    ] {
        let asked = question.replacen('{', r#"{"session":"a","seconds":60,"#, 1);
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
fn sequences_come_as_bytes() {
    let lab = lab();
    let client = Client::of(&lab);
    let mut stream = client.connect();
    let body = r#"{"code":".77","to":11,"session":"a"}"#;
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
        r#"{"code":".77","to":999999999999,"session":"a"}"#,
    );
    assert_eq!(reply.status, 400);
    let reply = client.post(
        "/api/sequence",
        "Content-Type: application/json\r\n",
        r#"{"code":"nonsense","to":9,"session":"a"}"#,
    );
    assert_eq!(reply.status, 422);
}
