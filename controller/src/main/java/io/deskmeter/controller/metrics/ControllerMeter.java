package io.deskmeter.controller.metrics;

import io.micrometer.core.instrument.Meter;

/**
 * All meters of the controller's own; those of HTTP, the store's connections and the virtual machine are Spring's and
 * Micrometer's.
 */
public enum ControllerMeter {
    INGEST_BATCHES(
            "deskmeter.ingest.batches",
            Meter.Type.TIMER,
            "Batches of timings and samples from agents: how many, and how long each took to be stored.",
            "outcome: stored or failed"),
    INGEST_TIMINGS(
            "deskmeter.ingest.timings",
            Meter.Type.COUNTER,
            "Timings that arrived from agents. Duplicates were stored before and were sent again after a lost connection. Unusable timings can never be stored.",
            "outcome: stored, duplicate or unusable"),
    INGEST_SAMPLES(
            "deskmeter.ingest.samples",
            Meter.Type.COUNTER,
            "Samples of metrics that arrived from agents, counted as timings are.",
            "outcome: stored, duplicate or unusable"),
    STORE_WRITES(
            "deskmeter.store.writes",
            Meter.Type.TIMER,
            "Transactions of the store: how many, and how long each took.",
            "outcome: done or failed"),
    STORE_SIZE("deskmeter.store.size", Meter.Type.GAUGE, "Bytes of the store's file.", ""),
    DISK_FREE("deskmeter.disk.free", Meter.Type.GAUGE, "Bytes that are free where the data folder lies.", ""),
    MAILBOX_DELAY(
            "deskmeter.mailbox.delay",
            Meter.Type.TIMER,
            "How long messages to runs waited until the one thread that owns all runs took them up.",
            ""),
    MAILBOX_WORK("deskmeter.mailbox.work", Meter.Type.TIMER, "How long that thread worked on each message.", ""),
    LINK_EVENTS(
            "deskmeter.link.events",
            Meter.Type.COUNTER,
            "What happened to links with agents. Lost: the agent stopped responding; slow: it read too slowly; broken: it sent an invalid message; failed: handling a message failed; unauthenticated: a connection that had not said who it is was turned away, because there were too many of them; unidentified: one ended in another way, as when TLS fails or the peer goes. Late, which ends nothing: a heartbeat that an agent answered only after the next one was due, or that was sent so late.",
            "event: connected, refused, lost, broken, slow, unknown, failed, unauthenticated, unidentified or late"),
    LINK_REFUSED(
            "deskmeter.link.refused",
            Meter.Type.COUNTER,
            "Messages that an agent may not send: the first of each agent and kind is in the log. Role: not for agents of its role, the link ended; foreign: of a run, a session or a pair of others; too_large: larger than any message of this kind that an agent sends; unknown: of a session that this controller does not know; identity: a hello message with an id that its credential does not prove.",
            "message: its kind; reason: role, foreign, too_large, unknown or identity"),
    HTTPS_CONNECTIONS(
            "deskmeter.https.connections",
            Meter.Type.COUNTER,
            "Connections to the port for HTTPS, by what came first. Let-in: a request with a login; turned-away: too many others had none; late: 30 s had passed without one, or the body of a request did not come within half a second, or its answer was not read within two, while others without a login waited for a thread; ended: it ended, as when TLS fails or the peer goes.",
            "outcome: let-in, turned-away, late or ended"),
    RELAY_MESSAGES(
            "deskmeter.relay.messages",
            Meter.Type.COUNTER,
            "Messages between client agents and desktop agents. Waiting: the receiver had no connection, the sender repeats it; refused: of a session that this controller does not know, or of another agent.",
            "outcome: passed, waiting or refused"),
    EVENT_STREAMS(
            "deskmeter.event.streams", Meter.Type.GAUGE, "Event streams of pages and commands that are open.", ""),
    EVENT_STREAMS_REFUSED(
            "deskmeter.event.streams.refused",
            Meter.Type.COUNTER,
            "Event streams that were refused, because too many were open, in all or of one login.",
            ""),
    AGENTS("deskmeter.agents", Meter.Type.GAUGE, "Agents that are connected.", "role: client or desktop"),
    RUNS("deskmeter.runs", Meter.Type.GAUGE, "Runs that have not ended.", ""),
    SESSIONS(
            "deskmeter.sessions",
            Meter.Type.GAUGE,
            "Sessions of the runs that have not ended.",
            "state: asked, starting, ready, working, finished, stopped, lost, failed or faulted"),
    FAULTS("deskmeter.faults", Meter.Type.COUNTER, "Internal errors of the controller; each is in its log.", "");

    private final String id;
    private final Meter.Type type;
    private final String description;
    private final String label;

    ControllerMeter(String id, Meter.Type type, String description, String label) {
        this.id = id;
        this.type = type;
        this.description = description;
        this.label = label;
    }

    /**
     * As Micrometer names it; Prometheus has underscores for dots, and the unit and {@code _total} of a counter behind.
     */
    public String id() {
        return id;
    }

    /** The type of the meter. */
    public Meter.Type type() {
        return type;
    }

    /** A sentence or two. */
    public String description() {
        return description;
    }

    /** Its label with the possible values; empty if it has none. */
    public String label() {
        return label;
    }
}
