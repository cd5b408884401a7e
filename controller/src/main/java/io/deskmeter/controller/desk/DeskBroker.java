package io.deskmeter.controller.desk;

import io.deskmeter.link.v1.DeskFailed;
import io.deskmeter.link.v1.DeskLogOff;
import io.deskmeter.link.v1.DeskMessage;
import io.deskmeter.link.v1.DeskWanted;
import io.deskmeter.link.v1.FromController;
import io.deskmeter.link.v1.Hello;
import io.deskmeter.link.v1.Place;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A client agent says whose session it has opened; a desktop agent says in whose session it sits. Where the two meet, a <em>pair</em> is made,
 * and from then on each hears what the other says. What the client says before is kept for the desktop agent. A desktop agent that is
 * started anew is another one: its predecessor's session is gone.
 *
 * <p>Safe for any thread; all state belongs to the mailbox.
 */
public final class DeskBroker {
    private static final Logger log = LoggerFactory.getLogger(DeskBroker.class);

    /** How long a desktop agent may be away before its session counts as gone. */
    static final Duration GRACE = Duration.ofSeconds(10);

    private static final int MOST_KEPT = 100;

    private final Post post;
    private final Arrivals arrivals;
    private final ScheduledExecutorService mailbox;
    private final Map<Key, Pair> pairs = new LinkedHashMap<>();

    /** Desktop agents by id. */
    private final Map<String, Present> present = new HashMap<>();

    /** Sends to an agent's present connection; false where there is none. */
    public interface Post {
        boolean send(String agentId, FromController message);
    }

    /** Hears which desktop agent works for a run. */
    public interface Arrivals {
        void joined(String runId, Hello desktop);
    }

    private record Key(String run, int session) {}

    private record Present(Hello hello) {
        private String instance() {
            return hello.getInstance();
        }

        private Place place() {
            return hello.getPlace();
        }
    }

    private static final class Pair {
        private final String client;
        private final DeskWanted wanted;
        private final List<DeskMessage> kept = new ArrayList<>();
        private @Nullable String desktop;
        private String instance = "";
        private @Nullable Future<?> grace;
        /** Of the wish to end the session: its answer ends the pair. */
        private long lastCall = -1;

        private Pair(String client, DeskWanted wanted) {
            this.client = client;
            this.wanted = wanted;
        }

        private void stay() {
            if (grace != null) {
                grace.cancel(false);
                grace = null;
            }
        }
    }

    /** @param mailbox one thread only */
    public DeskBroker(Post post, Arrivals arrivals, ScheduledExecutorService mailbox) {
        this.post = post;
        this.arrivals = arrivals;
        this.mailbox = mailbox;
    }

    /** A client agent has opened a session. */
    public void wanted(String client, DeskWanted wanted) {
        mailbox.execute(() -> {
            Pair pair = new Pair(client, wanted);
            pairs.put(new Key(wanted.getRunId(), wanted.getSession()), pair);
            present.entrySet().stream()
                    .filter(entry -> fits(wanted, entry.getValue().place()) && unpaired(entry.getKey()))
                    .findFirst()
                    .ifPresent(entry -> join(pair, entry.getKey(), entry.getValue()));
        });
    }

    private boolean unpaired(String desktop) {
        return pairs.values().stream().noneMatch(pair -> desktop.equals(pair.desktop));
    }

    private static boolean fits(DeskWanted wanted, Place place) {
        if (!wanted.getTicket().isEmpty() || !place.getTicket().isEmpty()) {
            return wanted.getTicket().equals(place.getTicket());
        }
        boolean sameDomain = wanted.getDomain().isEmpty()
                || place.getDomain().isEmpty()
                || same(wanted.getDomain(), place.getDomain());
        return !wanted.getUser().isEmpty() && same(wanted.getUser(), place.getUser()) && sameDomain;
    }

    private static boolean same(String one, String other) {
        return one.toLowerCase(Locale.ROOT).equals(other.toLowerCase(Locale.ROOT));
    }

    /** A desktop agent has connected. */
    public void arrived(Hello hello) {
        mailbox.execute(() -> {
            String id = hello.getAgentId();
            Present now = new Present(hello);
            present.put(id, now);
            Optional<Pair> mine = pairOf(id);
            if (mine.isPresent() && mine.get().instance.equals(now.instance())) {
                mine.get().stay();
                deliver(mine.get());
                return;
            }
            mine.ifPresent(pair -> gone(pair, "the desktop agent was started anew"));
            pairs.values().stream()
                    .filter(pair -> pair.desktop == null && fits(pair.wanted, now.place()))
                    .findFirst()
                    .ifPresent(pair -> join(pair, id, now));
        });
    }

    private Optional<Pair> pairOf(String desktop) {
        return pairs.values().stream()
                .filter(pair -> desktop.equals(pair.desktop))
                .findFirst();
    }

    private void join(Pair pair, String desktop, Present who) {
        pair.desktop = desktop;
        pair.instance = who.instance();
        log.info(
                "run {}: session {} is that of desktop agent {} ({} on {})",
                pair.wanted.getRunId(),
                pair.wanted.getSession(),
                desktop,
                who.place().getUser(),
                who.place().getSession());
        arrivals.joined(pair.wanted.getRunId(), who.hello());
        deliver(pair);
    }

    private void deliver(Pair pair) {
        List<DeskMessage> waiting = List.copyOf(pair.kept);
        pair.kept.clear();
        waiting.forEach(message -> toDesktop(pair, message));
    }

    /** A desktop agent's connection is gone. */
    public void left(String desktop) {
        mailbox.execute(() -> {
            present.remove(desktop);
            pairOf(desktop)
                    .ifPresent(pair -> pair.grace = mailbox.schedule(
                            () -> gone(
                                    pair,
                                    "the desktop agent was lost and did not come back within " + GRACE.toSeconds()
                                            + " s"),
                            pair.lastCall < 0 ? GRACE.toMillis() : 0,
                            TimeUnit.MILLISECONDS));
        });
    }

    private void gone(Pair pair, String why) {
        pair.stay();
        boolean known = pairs.values().remove(pair);
        if (known) {
            DeskMessage word = DeskMessage.newBuilder()
                    .setRunId(pair.wanted.getRunId())
                    .setSession(pair.wanted.getSession())
                    .setCall(Math.max(0, pair.lastCall))
                    .setFailed(DeskFailed.newBuilder().setReason(why).setGone(true))
                    .build();
            toClient(pair, word);
        }
    }

    /** One of the two agents says something to the other. */
    public void pass(String from, DeskMessage message) {
        mailbox.execute(() -> {
            Pair pair = pairs.get(new Key(message.getRunId(), message.getSession()));
            if (pair == null) {
                log.warn(
                        "run {}: session {}: agent {} speaks to nobody ({})",
                        message.getRunId(),
                        message.getSession(),
                        from,
                        message.getWhatCase());
            } else if (from.equals(pair.client)) {
                if (message.hasLogOff()) {
                    pair.lastCall = message.getCall();
                }
                toDesktop(pair, message);
            } else if (from.equals(pair.desktop)) {
                boolean over = message.getCall() == pair.lastCall && (message.hasDone() || message.hasFailed());
                toClient(pair, message);
                if (over) {
                    pairs.values().remove(pair);
                }
            }
        });
    }

    private void toDesktop(Pair pair, DeskMessage message) {
        String desktop = pair.desktop;
        boolean sent = desktop != null
                && post.send(
                        desktop, FromController.newBuilder().setDesk(message).build());
        if (!sent && pair.kept.size() < MOST_KEPT) {
            pair.kept.add(message);
        } else if (!sent) {
            gone(pair, "the desktop agent does not answer; " + MOST_KEPT + " messages wait for it");
        }
    }

    private void toClient(Pair pair, DeskMessage message) {
        if (!post.send(pair.client, FromController.newBuilder().setDesk(message).build())) {
            log.warn(
                    "run {}: session {}: no connection to agent {} for {}",
                    message.getRunId(),
                    message.getSession(),
                    pair.client,
                    message.getWhatCase());
        }
    }

    /** The run is over: sessions that nobody has logged off are logged off. */
    public void ended(String runId) {
        mailbox.execute(() -> List.copyOf(pairs.entrySet()).stream()
                .filter(entry -> entry.getKey().run().equals(runId))
                .forEach(entry -> {
                    Pair pair = entry.getValue();
                    pair.stay();
                    pairs.remove(entry.getKey());
                    if (pair.desktop != null) {
                        DeskMessage word = DeskMessage.newBuilder()
                                .setRunId(runId)
                                .setSession(entry.getKey().session())
                                .setLogOff(DeskLogOff.getDefaultInstance())
                                .build();
                        post.send(
                                pair.desktop,
                                FromController.newBuilder().setDesk(word).build());
                    }
                }));
    }
}
