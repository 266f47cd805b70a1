//! The laboratory in the browser: a page that shows the answers of `upstar-session`.
//!
//! Nothing here knows anything about games. A question comes as JSON, goes to a session of the
//! [`SessionPool`](upstar_session::SessionPool) and its parts go back, one JSON object a line; the page is plain
//! files that are part of the program. Rests on these invariants:
//!
//! - only this machine is served, and only pages of this server may ask (`guard`);
//! - who goes away cancels what he asked for (`ask`);
//! - sessions, questions, connections and sizes are bounded, and what is too much is refused at
//!   once (`sessions`, `door`);
//! - no question names a file, and no connection is ever opened to anywhere.
//!
//! ```
//! use upstar_lab::{Settings, start};
//! let lab = start(Settings::default())?;
//! assert!(lab.address().starts_with("http://127.0.0.1:"));
//! # Ok::<(), std::io::Error>(())
//! ```

mod ask;
mod assets;
mod atlas;
mod browser;
mod door;
mod guard;
mod guide;
mod picture;
mod sequence;
mod sessions;

use axum::Router;
use axum::routing::{get, post};
use sessions::NamedSessions;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::watch;
use upstar_session::{ExtraRules, Limits};

pub use browser::open;

/// How the laboratory is served.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// The port; a free one where none is named.
    pub port: Option<u16>,
    /// The atlas to look into; the one that comes along where none is named.
    pub atlas: Option<PathBuf>,
    /// What all sessions together may hold, and how long a question may take at most.
    pub limits: Limits,
    /// Rulesets beside those that are built in.
    pub extra_rules: ExtraRules,
}

/// What the parts of the server share.
#[derive(Debug)]
pub(crate) struct LabState {
    pub(crate) sessions: NamedSessions,
    pub(crate) port: u16,
    pub(crate) atlas: Option<PathBuf>,
}

/// A laboratory that is being served; dropping it ends it.
#[derive(Debug)]
pub struct Lab {
    port: u16,
    stop: watch::Sender<bool>,
    thread: Option<JoinHandle<()>>,
}

impl Lab {
    /// Where the page is.
    pub fn address(&self) -> String {
        format!("http://127.0.0.1:{}/", self.port)
    }

    /// Serves as long as `goes_on` returns true, which is asked several times a second. Questions
    /// under way are not waited for.
    pub fn wait_while(mut self, goes_on: impl Fn() -> bool) {
        let thread = self.thread.take();
        while goes_on() && thread.as_ref().is_some_and(|thread| !thread.is_finished()) {
            thread::sleep(PAUSE);
        }
    }
}

impl Drop for Lab {
    fn drop(&mut self) {
        let _ = self.stop.send(true);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// How often [`Lab::wait_while`] asks whether to continue.
const PAUSE: Duration = Duration::from_millis(50);

/// Serves the laboratory as long as `goes_on` returns true: says where, and opens the browser if
/// that is wanted and there is one.
pub fn run(
    settings: Settings,
    wants_browser: bool,
    goes_on: impl Fn() -> bool,
    out: &mut impl io::Write,
) -> io::Result<()> {
    let lab = start(settings)?;
    let address = lab.address();
    writeln!(out, "{address}")?;
    out.flush()?;
    if wants_browser {
        // Whoever has none can still follow the address.
        let _ = open(&address);
    }
    lab.wait_while(goes_on);
    Ok(())
}

/// Serves the laboratory from a thread of its own.
pub fn start(settings: Settings) -> io::Result<Lab> {
    // The work is done by the sessions; one thread is enough to carry the answers.
    let runtime = Builder::new_current_thread().enable_io().enable_time().build()?;
    let wanted = SocketAddr::from((Ipv4Addr::LOCALHOST, settings.port.unwrap_or(0)));
    let listener = runtime.block_on(TcpListener::bind(wanted))?;
    let port = listener.local_addr()?.port();
    let sessions = NamedSessions::new(settings.limits, settings.extra_rules);
    let shared = Arc::new(LabState { sessions, port, atlas: settings.atlas });
    let (stop, stopped) = watch::channel(false);
    let thread = thread::Builder::new()
        .name("laboratory".to_owned())
        .spawn(move || carry(runtime, listener, shared, stopped))?;
    Ok(Lab { port, stop, thread: Some(thread) })
}

fn carry(
    runtime: Runtime,
    listener: TcpListener,
    shared: Arc<LabState>,
    stopped: watch::Receiver<bool>,
) {
    let sweeper = Arc::clone(&shared);
    runtime.spawn(async move { sweeper.sessions.sweep().await });
    runtime.block_on(door::serve(listener, routes(shared), stopped));
    // Questions that are under way end with their sessions; nobody waits for them.
    runtime.shutdown_background();
}

fn routes(shared: Arc<LabState>) -> Router {
    Router::new()
        .route("/api/ask", post(ask::ask))
        .route("/api/sequence", post(sequence::sequence))
        .route("/api/picture", post(picture::picture))
        .route("/api/atlas", post(atlas::atlas))
        .route("/api/guide", get(guide::contents))
        .route("/api/guide/{*page}", get(guide::page))
        .route("/api/games", get(guide::games))
        .route("/api/schema", get(ask::schema))
        .route("/docs/{*file}", get(guide::file))
        .fallback(get(assets::asset))
        .layer(axum::middleware::from_fn_with_state(Arc::clone(&shared), guard::guard))
        .with_state(shared)
}
