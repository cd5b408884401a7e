package io.deskmeter.controller.pairing;

import io.deskmeter.link.v1.DesktopAgentMessage;
import io.deskmeter.link.v1.FromController;
import io.deskmeter.link.v1.Hello;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The last requests to desktop agents whose run has ended without them: to log off, or to end what was prepared. A
 * desktop agent that is away gets its one when it returns. Owned by the broker's mailbox.
 */
final class LastRequests {
    private static final Logger LOG = LoggerFactory.getLogger(LastRequests.class);

    /** Desktop agents that never return are forgotten, the oldest first. */
    private static final int MOST = 1_000;

    private final DesktopAgentBroker.Post post;
    private final Map<String, LastRequest> open = new LinkedHashMap<>();

    private record LastRequest(String instance, DesktopAgentMessage message) {}

    LastRequests(DesktopAgentBroker.Post post) {
        this.post = post;
    }

    /** Sends it now, and again when the desktop agent returns without having answered. */
    void send(String desktop, String instance, DesktopAgentMessage message) {
        keep(desktop, instance, message);
        send(desktop, message);
    }

    /** Sends it when the desktop agent returns, which is away. */
    void keep(String desktop, String instance, DesktopAgentMessage message) {
        open.put(desktop, new LastRequest(instance, message));
        Iterator<String> oldest = open.keySet().iterator();
        if (open.size() > MOST) {
            LOG.warn("desktop agent {} has never returned to be told that its run has ended", oldest.next());
            oldest.remove();
        }
    }

    private void send(String desktop, DesktopAgentMessage message) {
        boolean sent = post.send(
                desktop,
                FromController.newBuilder().setDesktopAgentMessage(message).build());
        if (!sent) {
            LOG.info("desktop agent {} is told {} when it returns", desktop, message.getWhatCase());
        }
    }

    /** The desktop agent is back; true if it is about to log off, so that it serves no other session. */
    boolean returned(Hello hello) {
        LastRequest mine = open.get(hello.getAgentId());
        if (mine == null) {
            return false;
        }
        if (!mine.instance.equals(hello.getInstance())) {
            open.remove(hello.getAgentId());
            return false;
        }
        send(hello.getAgentId(), mine.message);
        return mine.message.hasLogOff();
    }

    /** The desktop agent serves another session now, whose preparation ends what is left. */
    void forget(String desktop) {
        open.remove(desktop);
    }

    /** Takes the answer; false if the message is none. */
    boolean answered(String desktop, DesktopAgentMessage message) {
        LastRequest mine = open.get(desktop);
        boolean answer = mine != null
                && message.getCall() == 0
                && (message.hasDone() || message.hasFailed())
                && message.getRunId().equals(mine.message.getRunId())
                && message.getSession() == mine.message.getSession();
        if (answer) {
            open.remove(desktop);
        }
        return answer;
    }
}
