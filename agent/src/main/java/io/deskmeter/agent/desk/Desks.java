package io.deskmeter.agent.desk;

import io.deskmeter.link.v1.DeskMessage;
import io.deskmeter.link.v1.FromAgent;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The desktop agents of all sessions of this process. Safe for any thread. */
public final class Desks {
    private static final Logger LOG = LoggerFactory.getLogger(Desks.class);

    private final Predicate<FromAgent> link;
    private final Map<Key, Desk> open = new ConcurrentHashMap<>();

    private record Key(String run, int session) {}

    /** @param link sends to the controller; false where there is no connection */
    public Desks(Predicate<FromAgent> link) {
        this.link = link;
    }

    /** The desktop agent of a session. */
    public Desk open(String run, int session) {
        Key key = new Key(run, session);
        Desk desk = new Desk(run, session, link, () -> open.remove(key));
        open.put(key, desk);
        return desk;
    }

    /** A desktop agent, or the controller in its place, has said something. */
    public void received(DeskMessage message) {
        Desk desk = open.get(new Key(message.getRunId(), message.getSession()));
        if (desk == null) {
            LOG.debug(
                    "run {}: session {} is over: {}", message.getRunId(), message.getSession(), message.getWhatCase());
        } else {
            desk.received(message);
        }
    }
}
