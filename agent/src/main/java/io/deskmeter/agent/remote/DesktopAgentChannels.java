package io.deskmeter.agent.remote;

import io.deskmeter.link.relay.RelayCounts;
import io.deskmeter.link.v1.DesktopAgentMessage;
import io.deskmeter.link.v1.FromAgent;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The channels to the desktop agents of all sessions of this process. Thread-safe. */
public final class DesktopAgentChannels {
    private static final Logger LOG = LoggerFactory.getLogger(DesktopAgentChannels.class);

    private final Predicate<FromAgent> link;
    private final Map<Key, DesktopAgentChannel> open = new ConcurrentHashMap<>();

    private volatile boolean away;
    private final Object counting = new Object();
    private RelayCounts closed = RelayCounts.NONE;

    private record Key(String run, int session) {}

    /** @param link sends to the controller; false if there is no connection */
    public DesktopAgentChannels(Predicate<FromAgent> link) {
        this.link = link;
    }

    /** The desktop agent of a session. */
    public DesktopAgentChannel open(String run, int session) {
        Key key = new Key(run, session);
        DesktopAgentChannel desktopAgent = new DesktopAgentChannel(run, session, link, () -> away, () -> closed(key));
        open.put(key, desktopAgent);
        return desktopAgent;
    }

    private void closed(Key key) {
        synchronized (counting) {
            DesktopAgentChannel over = open.remove(key);
            if (over != null) {
                closed = closed.plus(over.counts());
            }
        }
    }

    /** There is a new connection to the controller. */
    public void connected() {
        open.values().forEach(DesktopAgentChannel::connected);
        away = false;
    }

    /** The connection to the controller has ended. */
    public void disconnected() {
        away = true;
        open.values().forEach(DesktopAgentChannel::disconnected);
    }

    /** Sends again what no desktop agent has confirmed for a while; to be called about once a second. */
    public void tick() {
        if (!away) {
            open.values().forEach(DesktopAgentChannel::tick);
        }
    }

    /** What became of the messages of all sessions of this process. */
    public RelayCounts counts() {
        synchronized (counting) {
            return open.values().stream().map(DesktopAgentChannel::counts).reduce(closed, RelayCounts::plus);
        }
    }

    /** A message from a desktop agent, or from the controller in its place. */
    public void received(DesktopAgentMessage message) {
        DesktopAgentChannel desktopAgent = open.get(new Key(message.getRunId(), message.getSession()));
        if (desktopAgent == null) {
            LOG.debug(
                    "run {}: session {} is over: {}", message.getRunId(), message.getSession(), message.getWhatCase());
        } else {
            desktopAgent.received(message);
        }
    }
}
