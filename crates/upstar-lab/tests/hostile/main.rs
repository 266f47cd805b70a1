//! Requests that no page of ours makes: other hosts, other origins, wrong kinds, wrong sizes, too
//! many, too slow, without end. The laboratory stays up and answers a healthy client soon.

#![allow(clippy::unwrap_used)]

mod client;
mod load;
mod requests;
