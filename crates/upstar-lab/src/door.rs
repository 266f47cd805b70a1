//! Connections: how many there may be, and how slow.
//!
//! A client that does not say what it wants is dropped after [`HURRY`], and as soon as too many
//! are connected the one that has been silent for longest makes way. So those who keep doors open
//! cannot keep others out.

use axum::Router;
use axum::body::Body;
use axum::http::{Request, Response};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use std::collections::VecDeque;
use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::AbortHandle;
use tokio_stream::StreamExt;
use tower_service::Service;

/// The most connections.
const MOST: usize = 256;
/// A request must be there after so long.
const HURRY: Duration = Duration::from_secs(5);
/// After an error of the system it is tried again.
const PAUSE: Duration = Duration::from_millis(50);

/// A connection, and how many requests it has under way.
struct Connection {
    task: AbortHandle,
    busy: Arc<AtomicUsize>,
}

/// Accepts connections until it is stopped.
pub(crate) async fn serve(
    listener: TcpListener,
    routes: Router,
    mut stopped: watch::Receiver<bool>,
) {
    let mut open: VecDeque<Connection> = VecDeque::new();
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            _ = stopped.changed() => return,
        };
        let Ok((stream, _)) = accepted else {
            tokio::time::sleep(PAUSE).await;
            continue;
        };
        let _ = stream.set_nodelay(true);
        open.retain(|connection| !connection.task.is_finished());
        if open.len() >= MOST {
            let silent = |connection: &Connection| connection.busy.load(Ordering::Relaxed) == 0;
            match open.iter().position(silent).and_then(|place| open.remove(place)) {
                Some(silent) => silent.task.abort(),
                // All are being answered: this one comes too late.
                None => continue,
            }
        }
        let busy = Arc::new(AtomicUsize::new(0));
        let (routes, counted) = (routes.clone(), Arc::clone(&busy));
        let service =
            service_fn(move |request| answer(routes.clone(), Arc::clone(&counted), request));
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(HURRY)
            .serve_connection(TokioIo::new(stream), service);
        let task = tokio::spawn(async move {
            // A client that breaks off is no error of ours.
            let _ = connection.await;
        });
        open.push_back(Connection { task: task.abort_handle(), busy });
    }
}

/// A request that is under way.
struct UnderWay(Arc<AtomicUsize>);

impl UnderWay {
    fn begin(busy: Arc<AtomicUsize>) -> UnderWay {
        busy.fetch_add(1, Ordering::Relaxed);
        UnderWay(busy)
    }
}

impl Drop for UnderWay {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Answers a request, which is under way until the last byte of the answer is.
async fn answer(
    mut routes: Router,
    busy: Arc<AtomicUsize>,
    request: Request<Incoming>,
) -> Result<Response<Body>, Infallible> {
    let under_way = UnderWay::begin(busy);
    let response = Service::call(&mut routes, request.map(Body::new)).await?;
    let counted = |body: Body| {
        let stream = body.into_data_stream().map(move |bytes| {
            let _ = &under_way;
            bytes
        });
        Body::from_stream(stream)
    };
    Ok(response.map(counted))
}
