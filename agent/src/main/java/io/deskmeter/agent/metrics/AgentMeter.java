package io.deskmeter.agent.metrics;

import io.micrometer.core.instrument.Meter;

/** The meters of an agent; those of the JVM come from Micrometer. */
public enum AgentMeter {
    LINK_EVENTS(
            "deskmeter.agent.link.events",
            Meter.Type.COUNTER,
            "What happened to the link with the controller. Lost: the controller stopped responding; slow: it read too slowly; broken: it sent an invalid message; failed: handling a message failed.",
            "event: connected, refused, lost, broken, slow, unknown or failed"),
    TIMINGS(
            "deskmeter.agent.timings",
            Meter.Type.COUNTER,
            "Timings of operations, by outcome. Refused: the spool or its disk was full.",
            "outcome: kept or refused"),
    RELAY_MESSAGES(
            "deskmeter.agent.relay.messages",
            Meter.Type.COUNTER,
            "Messages between the client agent and the desktop agents of its sessions. Repeated: sent again; ignored: arrived again or out of order, without effect; dropped: too many waited, and their session is lost.",
            "what: repeated, ignored or dropped"),
    SPOOL_SIZE("deskmeter.agent.spool.size", Meter.Type.GAUGE, "Bytes of the spool's files.", ""),
    SPOOL_BATCHES(
            "deskmeter.agent.spool.batches",
            Meter.Type.GAUGE,
            "Batches of timings that the controller has not acknowledged.",
            ""),
    SPOOL_OTHER(
            "deskmeter.agent.spool.other.batches",
            Meter.Type.GAUGE,
            "Batches of timings that wait for another controller than the one that the agent is connected to.",
            ""),
    SPOOL_DAMAGED(
            "deskmeter.agent.spool.damaged",
            Meter.Type.COUNTER,
            "Batches of timings that the disk has changed, so that their timings are missing.",
            ""),
    SESSIONS(
            "deskmeter.agent.sessions",
            Meter.Type.GAUGE,
            "Sessions of the run that the agent works for.",
            "state: starting, ready, working, finished, stopped, lost or failed"),
    VISION_LOOKS(
            "deskmeter.agent.vision.looks",
            Meter.Type.COUNTER,
            "Image searches on sessions' screens. Unchanged: no relevant change since the last search; window: only changed parts were searched; frame: the whole frame was searched.",
            "kind: unchanged, window or frame"),
    PROBES(
            "deskmeter.agent.probes",
            Meter.Type.COUNTER,
            "Probes of screens: five times a second, and more often while nothing changes on one whose answer is waited for. Unchanged: nothing had changed when it was sent; inconclusive: changes were on their way; unanswered: no answer within 5 s, and no more probes of that screen until it comes.",
            "answer: unchanged, inconclusive or unanswered");

    private final String id;
    private final Meter.Type type;
    private final String description;
    private final String label;

    AgentMeter(String id, Meter.Type type, String description, String label) {
        this.id = id;
        this.type = type;
        this.description = description;
        this.label = label;
    }

    /**
     * The name in Micrometer; Prometheus uses underscores instead of dots, and appends the unit and, for a counter,
     * {@code _total}.
     */
    public String id() {
        return id;
    }

    /** The type of the meter. */
    public Meter.Type type() {
        return type;
    }

    /** One or two sentences. */
    public String description() {
        return description;
    }

    /** Its label with the possible values; empty if it has none. */
    public String label() {
        return label;
    }
}
