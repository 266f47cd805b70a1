//! Too much, too long, too slow: whoever asks something easy is answered all the same. Nothing here
//! depends on how fast the machine is, only on what comes before what.

use crate::client::{Client, ENDLESS, endless, lab, lines, question, wait_a_little};
use serde_json::Value;
use std::io::{Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;
use upstar_lab::{Settings, start};
use upstar_session::Limits;
use upstar_testing::child::until;

#[test]
fn who_goes_away_cancels() {
    let lab = lab();
    let client = Client::of(&lab);
    // The same session answers the next question only when it is free again.
    for _ in 0..5 {
        let stream = client.begin("one", 3600);
        thread::sleep(Duration::from_millis(50));
        stream.shutdown(Shutdown::Both).unwrap();
        drop(stream);
        let reply = client.ask(r#"{"ask":"eval","input":"1+1","session":"one","seconds":3600}"#);
        assert!(reply.body.contains(r#""value":"2""#), "{}", reply.body);
    }
}

#[test]
fn a_limit_is_kept_and_what_is_known_stays() {
    let lab = lab();
    let client = Client::of(&lab);
    let body = format!(
        r#"{{"ask":"analyse","rules":"domineering","position":"{ENDLESS}","session":"a","seconds":5}}"#
    );
    let reply = client.ask(&body);
    let all = lines(&reply.body);
    // Where it takes long to get there, progress is reported before.
    let told = all.iter().find(|line| line["event"] != "opened" && line["event"] != "progress");
    assert_eq!(told.unwrap()["event"], "board");
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
    // All sessions but one are busy for an hour; who comes is answered before any of them ends.
    let games: Vec<TcpStream> =
        (0..15).map(|i| client.begin(&format!("endless-{i}"), 3600)).collect();
    assert!(games.iter().all(|game| status(game) == 200));
    for _ in 0..5 {
        assert!(client.is_answered());
    }
    assert!(!games.iter().any(has_ended));
}

#[test]
fn full_sessions_make_way() {
    let lab = lab();
    let client = Client::of(&lab);
    // Each is taken in or told at once that there is no room; the next one may try again.
    let crowd: Vec<TcpStream> =
        (0..40).map(|i| client.begin(&format!("session-{i}"), 3600)).collect();
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
    let next = r#"{"ask":"eval","input":"1+1","session":"crowd","seconds":3600}"#;
    let is_next = || client.ask(next).body.contains(r#""value":"2""#);
    until("the crowd is gone", || is_next() || wait_a_little());
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
            let session = format!("flood-{}", (worker * 500 + i) % 97);
            let _ = stream.write_all(question(port, &endless(&session, 60)).as_bytes());
            kept.push(stream);
        }
        asked.fetch_add(1, Ordering::Relaxed);
        if kept.len() > 10 {
            kept.clear();
        }
    }
}

#[test]
fn a_full_room_is_opened_anew() {
    // Each session has a megabyte.
    let limits = Limits { memory: Some(16 << 20), ..Limits::default() };
    let lab = start(Settings { limits, ..Settings::default() }).unwrap();
    let client = Client::of(&lab);
    let next = || client.ask(r#"{"ask":"eval","input":"1+1","session":"full","seconds":3600}"#);
    let end = lines(&client.ask(&endless("full", 3600)).body).pop().unwrap();
    assert_eq!((&end["answered"], &end["fresh"]), (&false.into(), &true.into()), "{end}");
    let reply = next();
    assert!(reply.body.contains(r#""value":"2""#), "{}", reply.body);
    assert_eq!(lines(&reply.body)[0]["event"], "opened");
    // A question that keeps nothing gives the memory back, so its session stays.
    let solve =
        r#"{"ask":"misere","misere":"solve","code":".0007","session":"full","seconds":3600}"#;
    let end = lines(&client.ask(solve).body).pop().unwrap();
    assert_eq!((&end["answered"], &end["fresh"]), (&false.into(), &Value::Null), "{end}");
    assert_ne!(lines(&next().body)[0]["event"], "opened");
    let sequence = r#"{"code":".6","to":4000000,"session":"full","seconds":3600}"#;
    let reply = client.post("/api/sequence", "Content-Type: application/json\r\n", sequence);
    assert_eq!(reply.status, 422, "{}", reply.body);
    let reply = next();
    assert_eq!(lines(&reply.body)[0]["event"], "opened", "{}", reply.body);
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
    let body = r#"{"ask":"heap-values","code":".77","to":"2000000","session":"deaf","seconds":60}"#;
    let mut stream = client.connect();
    stream.write_all(question(client.port, body).as_bytes()).unwrap();
    client.assert_healthy();
    drop(stream);
    client.assert_healthy();
}

#[test]
fn a_sequence_waits_for_its_reader_and_no_longer_than_it_may() {
    let lab = lab();
    let client = Client::of(&lab);
    let sequence = |to: &str, seconds: u32| {
        format!(
            r#"{{"ask":"heap-values","code":"4.3[3]","to":"{to}","session":"deaf","seconds":{seconds}}}"#
        )
    };
    let next = || client.ask(r#"{"ask":"eval","input":"1+1","session":"deaf","seconds":60}"#).body;
    for to in ["4000001", "100000000000", "10^15"] {
        let end = lines(&client.ask(&sequence(to, 60)).body).pop().unwrap();
        assert_eq!(end["error"]["kind"], "size", "{end}");
    }
    // Nobody reads, so the values are more than all buffers hold; the limit of time ends it.
    let mut unread = client.connect();
    unread.write_all(question(client.port, &sequence("4000000", 1)).as_bytes()).unwrap();
    assert!(next().contains(r#""value":"2""#));
    // Whoever goes away without reading ends it too.
    let mut gone = client.connect();
    gone.write_all(question(client.port, &sequence("4000000", 3600)).as_bytes()).unwrap();
    thread::sleep(Duration::from_millis(200));
    drop(gone);
    assert!(next().contains(r#""value":"2""#));
    drop(unread);
    // Whoever reads gets everything.
    let body = client.ask(&sequence("4000000", 60)).body;
    assert_eq!(lines(&body).pop().unwrap()["answered"], true);
}
