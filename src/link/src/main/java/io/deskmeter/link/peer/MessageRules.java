package io.deskmeter.link.peer;

import static io.deskmeter.link.v1.AgentRole.AGENT_ROLE_CLIENT;
import static io.deskmeter.link.v1.AgentRole.AGENT_ROLE_DESKTOP;

import io.deskmeter.link.v1.AgentRole;
import io.deskmeter.link.v1.DesktopAgentMessage;
import io.deskmeter.link.v1.FromAgent;
import io.deskmeter.link.v1.FromController;
import java.util.Set;

/**
 * Which agents may send and receive which messages: the one table of the link. The switches have no default: a new kind
 * of message does not compile until it has a row. docs/reference/link-messages.md shows the table; a test compares the
 * two.
 */
public final class MessageRules {
    private static final Set<AgentRole> CLIENT = Set.of(AGENT_ROLE_CLIENT);
    private static final Set<AgentRole> DESKTOP = Set.of(AGENT_ROLE_DESKTOP);
    private static final Set<AgentRole> BOTH = Set.of(AGENT_ROLE_CLIENT, AGENT_ROLE_DESKTOP);

    /** Ids, figures, and a text for people. */
    private static final int SMALL_BYTES = 16 << 10;

    /** Between the agents of a pair: names, or the last lines of a program. */
    private static final int PAIR_BYTES = 64 << 10;

    /** A command of a workload, whose document may have 256 KiB. */
    private static final int COMMAND_BYTES = 512 << 10;

    /** The preparation of a desktop agent has the run profile, which a request may have with 1 MiB. */
    private static final int PREPARE_BYTES = 2 << 20;

    /** As large as a frame may be. */
    private static final int FRAME_BYTES = Integer.MAX_VALUE;

    private MessageRules() {}

    /** What of a message must be the sender's own. */
    public enum Scope {
        /** The link handles the message itself. */
        LINK("handled by the link itself"),
        /** The run, if the message names one: an agent sends it without a run, too. */
        RUN_IF_ANY("the run, if it names one"),
        /** The run. */
        RUN("the run"),
        /** Every session that the message names, with its run. */
        SESSION("every session that it names"),
        /** Every session that the message names, with its run, and only for the agent that measures it. */
        MEASURED_SESSION("every session that it names; of a desktop agent only one that it measures itself"),
        /** The session with its pairing: only the two agents of the pair. */
        PAIR("the pair"),
        /** The request of the controller that the message answers: it was sent to this agent. */
        REQUEST("the request that it answers"),
        /** The workload: that of a run in which the sender has a session. */
        WORKLOAD("the workload of a run in which it has a session");

        private final String words;

        Scope(String words) {
            this.words = words;
        }

        /** For the reference. */
        public String words() {
            return words;
        }
    }

    /**
     * A row for a message of an agent.
     *
     * @param roles of agents that may send it
     * @param scope what of it must be the sender's own
     * @param mostBytes its largest size, in bytes: what it says may be kept for each session or request, so a frame
     *     full of text must not be one of these
     */
    public record Rule(Set<AgentRole> roles, Scope scope, int mostBytes) {
        private Rule(Set<AgentRole> roles, Scope scope) {
            this(roles, scope, SMALL_BYTES);
        }
    }

    /** The row of a message of agents. */
    public static Rule of(FromAgent.MessageCase message) {
        return switch (message) {
            case HELLO, PONG, MESSAGE_NOT_SET -> new Rule(BOTH, Scope.LINK, FRAME_BYTES);
            // Come before the link is open, from a machine that may be no agent yet.
            case ENROL, SETUP_REPORT -> new Rule(Set.of(), Scope.LINK, FRAME_BYTES);
            case RENEW_CERTIFICATE -> new Rule(CLIENT, Scope.LINK);
            case SESSION_CHANGE, DESKTOP_AGENT_REQUEST, PAIRING_CODE_SEEN -> new Rule(CLIENT, Scope.SESSION);
            // All sessions of an agent, some 60 bytes each.
            case WORKING -> new Rule(CLIENT, Scope.SESSION, 1 << 20);
            // A desktop agent measures in local and passive mode, and sends what it has measured itself.
            case TIMINGS, EVIDENCE -> new Rule(BOTH, Scope.MEASURED_SESSION, FRAME_BYTES);
            case RESOURCES -> new Rule(BOTH, Scope.RUN_IF_ANY);
            case RUN_ENDED -> new Rule(CLIENT, Scope.RUN);
            case DESKTOP_AGENT_MESSAGE -> new Rule(BOTH, Scope.PAIR, PREPARE_BYTES);
            case CONTENT_REQUEST -> new Rule(DESKTOP, Scope.WORKLOAD);
            case CHECK_RESULT -> new Rule(BOTH, Scope.REQUEST, FRAME_BYTES);
            case SCREENSHOT -> new Rule(CLIENT, Scope.REQUEST, FRAME_BYTES);
        };
    }

    /** The row of a message of the controller: the roles of agents that it may be sent to. */
    public static Set<AgentRole> recipientsOf(FromController.MessageCase message) {
        return switch (message) {
            case WELCOME, REFUSED, PING, END_RUN, TIMING_ACK, DESKTOP_AGENT_MESSAGE, CHECK, MESSAGE_NOT_SET -> BOTH;
            // What starts sessions contains passwords.
            case PREPARE_RUN, START_SESSION, STOP_SESSION, SCREENSHOT_REQUEST, CERTIFICATE_ISSUED -> CLIENT;
            case CONTENT_PART, SHOW_PAIRING_CODE -> DESKTOP;
            case ENROLLED, SETUP_NOTED -> Set.of();
        };
    }

    /** The largest size, in bytes, of a message between the agents of a pair. */
    public static int mostBytesOf(DesktopAgentMessage.WhatCase what) {
        return switch (what) {
            case PREPARE -> PREPARE_BYTES;
            case RUN -> COMMAND_BYTES;
            case OPEN_APP,
                    LAUNCH,
                    CLOSE_APP,
                    WORK,
                    STOP,
                    LOG_OFF,
                    RELEASE,
                    DONE,
                    FAILED,
                    APP_EXITED,
                    CHANGE,
                    WHAT_NOT_SET -> PAIR_BYTES;
        };
    }

    /** Which agents of a pair may send this to the other one. Confirmations alone have nothing set. */
    public static Set<AgentRole> sendersOf(DesktopAgentMessage.WhatCase what) {
        return switch (what) {
            case PREPARE, OPEN_APP, LAUNCH, RUN, CLOSE_APP, WORK, STOP, LOG_OFF, RELEASE -> CLIENT;
            case DONE, FAILED, APP_EXITED, CHANGE -> DESKTOP;
            case WHAT_NOT_SET -> BOTH;
        };
    }
}
