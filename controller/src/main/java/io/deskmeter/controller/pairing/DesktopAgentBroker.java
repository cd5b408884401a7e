package io.deskmeter.controller.pairing;

import io.deskmeter.link.peer.AgentNames;
import io.deskmeter.link.v1.DesktopAgentMessage;
import io.deskmeter.link.v1.DesktopAgentRequest;
import io.deskmeter.link.v1.FromController;
import io.deskmeter.link.v1.Hello;
import io.deskmeter.link.v1.LogOffUser;
import io.deskmeter.link.v1.PairingCodeSeen;
import io.deskmeter.link.v1.ReleaseDesktop;
import io.deskmeter.link.v1.RequestDone;
import io.deskmeter.link.v1.RequestFailed;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A client agent reports which session it has opened, a desktop agent reports which session it runs in. When both are
 * the same session, the broker pairs them and relays their messages. A restarted desktop agent is another one: its
 * predecessor's session is lost.
 *
 * <p><b>Relaying.</b> The two agents keep their messages until the other one confirms them (package
 * {@code io.deskmeter.link.relay}); what cannot be delivered here they repeat. Only what the broker says itself, and
 * the answer to the request to end a session, has nobody else who keeps it: a pair stays until its run ends, and
 * answers each later message of its client agent with that last word. Messages without a number, of an older client
 * agent, are kept here for a desktop agent that is not there yet.
 *
 * <p><b>Pairing.</b> The candidates, by {@link DesktopAgentMatcher}, each show a code; the one whose code appears on
 * the client's display is paired. Candidates on the dialled host are asked first, the others a little later. Nothing
 * else pairs but a ticket: what a desktop agent says of itself, also that it cannot show a code, is no proof, and
 * neither are the names that a client agent asks for. The order of arrival never decides.
 *
 * <p>Safe for any thread; all state belongs to the mailbox.
 */
public final class DesktopAgentBroker {
    private static final Logger LOG = LoggerFactory.getLogger(DesktopAgentBroker.class);

    /** How long a desktop agent may be disconnected before its session counts as lost. */
    static final Duration GRACE = Duration.ofSeconds(10);

    /** The delay between the request to candidates on the target host and to all others. */
    static final Duration SAME_HOST_FIRST = Duration.ofSeconds(5);

    private static final int MOST_KEPT = 100;

    /**
     * How often a client agent may ask for another desktop agent of the same session within {@link #ASKING}: each asks
     * all that are free.
     */
    static final int MOST_ASKED_AGAIN = 20;

    static final Duration ASKING = Duration.ofMinutes(1);

    private final Post post;
    private final Arrivals arrivals;
    private final Refusals refusals;
    private final ScheduledExecutorService mailbox;
    private final ShownPairingCodes codes;
    private final RelayQuota room = new RelayQuota();
    private final Map<AgentPair.Key, AgentPair> pairs = new LinkedHashMap<>();

    /** How often other desktop agents were asked for of late. */
    private final Map<AgentPair.Key, Integer> askedAgain = new HashMap<>();

    /** The client agents of the sessions in {@link #pairs}, by their tickets; for any thread. */
    private final Map<String, String> starters = new ConcurrentHashMap<>();

    /** Those of {@link #pairs} that have no desktop agent yet. */
    private final Map<AgentPair.Key, AgentPair> waiting = new LinkedHashMap<>();

    private final Map<String, AgentPair> byDesktop = new HashMap<>();

    /** Desktop agents by id. */
    private final Map<String, Hello> present = new LinkedHashMap<>();

    private final LastRequests lastRequests;
    private final LongAdder passed = new LongAdder();
    private final LongAdder without = new LongAdder();
    private final LongAdder refused = new LongAdder();

    /** Sends to an agent's present connection; false if there is none. */
    public interface Post {
        boolean send(String agentId, FromController message);
    }

    /** Is called with each desktop agent that is paired with a session of a run. */
    public interface Arrivals {
        void joined(String runId, int session, Hello desktop);
    }

    /**
     * Is called with each message between agents that is not relayed, because its sender is not part of the session's
     * pair.
     */
    public interface Refusals {
        /**
         * The message is not relayed.
         *
         * @param unknown whether there is no such session here, as after a restart of the controller; else it is that
         *     of another agent
         */
        void refused(String agent, DesktopAgentMessage message, boolean unknown);
    }

    /**
     * For one controller.
     *
     * @param nonces pairing codes: 16 hexadecimal digits that nobody can guess
     * @param mailbox one thread only
     */
    public DesktopAgentBroker(
            Post post,
            Arrivals arrivals,
            Refusals refusals,
            Supplier<String> nonces,
            ScheduledExecutorService mailbox) {
        this.post = post;
        this.arrivals = arrivals;
        this.refusals = refusals;
        this.codes = new ShownPairingCodes(post, nonces);
        this.lastRequests = new LastRequests(post);
        this.mailbox = mailbox;
    }

    /** What became of the messages so far. */
    public RelayedMessages relayed() {
        return new RelayedMessages(passed.sum(), without.sum(), refused.sum());
    }

    /**
     * The client agent that has started a desktop with this ticket, for a run that has not ended. Safe for any thread,
     * and does not wait.
     */
    public Optional<String> starter(String ticket) {
        return Optional.ofNullable(starters.get(ticket));
    }

    /** A client agent has opened a session, or is about to. It repeats that on a new connection. */
    public void wanted(String client, DesktopAgentRequest wanted) {
        mailbox.execute(() -> {
            AgentPair pair = new AgentPair(client, wanted, room);
            AgentPair before = pairs.get(pair.key());
            if (before != null
                    && before.client().equals(client)
                    && before.wanted().equals(wanted)) {
                sayLastWord(before);
                return;
            }
            if (before != null && !mayAskAgain(pair)) {
                refuseRequest(pair);
                return;
            }
            if (before != null) {
                drop(before);
                forgetTicket(before);
            }
            pairs.put(pair.key(), pair);
            if (!wanted.getTicket().isEmpty()) {
                starters.put(wanted.getTicket(), client);
            }
            waiting.put(pair.key(), pair);
            if (pair.isUnreadable()) {
                gone(
                        pair,
                        "reads_pairing_code: false (expected: a client agent that reads the code of the desktop agent on its display, or a"
                                + " ticket; hint: is the client agent of an older version?)");
                return;
            }
            if (pair.looks()) {
                ask(pair);
                free().forEach(entry -> sayUnprovable(pair, entry.getValue()));
            }
            joinWithoutLook(pair);
        });
    }

    private boolean mayAskAgain(AgentPair pair) {
        AgentPair.Key key = pair.key();
        if (askedAgain.getOrDefault(key, 0) >= MOST_ASKED_AGAIN) {
            return false;
        }
        askedAgain.merge(key, 1, Integer::sum);
        var unused = mailbox.schedule(
                () -> askedAgain.computeIfPresent(key, (same, count) -> count == 1 ? null : count - 1),
                ASKING.toMillis(),
                TimeUnit.MILLISECONDS);
        return true;
    }

    private void refuseRequest(AgentPair pair) {
        DesktopAgentMessage answer = pair.message()
                .setFailed(RequestFailed.newBuilder()
                        .setGone(true)
                        .setReason(
                                "desktop agent: asked for another one more than " + MOST_ASKED_AGAIN + " times within "
                                        + ASKING.toSeconds() + " s (expected: one for each logon of a session)"))
                .build();
        refused.increment();
        refusals.refused(pair.client(), answer, false);
        toClient(pair, answer);
    }

    /** A ticket is good as long as the request that has it. */
    private void forgetTicket(AgentPair pair) {
        String ticket = pair.wanted().getTicket();
        boolean shared = pairs.values().stream()
                .anyMatch(other -> other != pair && other.wanted().getTicket().equals(ticket));
        if (!shared) {
            starters.remove(ticket);
        }
    }

    private Stream<Map.Entry<String, Hello>> free() {
        return present.entrySet().stream().filter(entry -> !byDesktop.containsKey(entry.getKey()));
    }

    /** Requests codes from the candidates. */
    private void ask(AgentPair pair) {
        List<Map.Entry<String, Hello>> possible =
                free().filter(entry -> pair.mayShow(entry.getValue())).toList();
        List<Map.Entry<String, Hello>> near = possible.stream()
                .filter(entry -> DesktopAgentMatcher.isSameHost(
                        pair.wanted(), entry.getValue().getLocation()))
                .toList();
        if (near.isEmpty() || near.size() == possible.size()) {
            pair.askAll();
            possible.forEach(entry -> codes.show(entry.getKey()));
            return;
        }
        near.forEach(entry -> codes.show(entry.getKey()));
        var unused = mailbox.schedule(
                () -> {
                    if (waiting.get(pair.key()) == pair && pair.looks()) {
                        pair.askAll();
                        free().filter(entry -> pair.mayShow(entry.getValue()))
                                .forEach(entry -> codes.show(entry.getKey()));
                    }
                },
                SAME_HOST_FIRST.toMillis(),
                TimeUnit.MILLISECONDS);
    }

    /** A pair was found or the search has ended: codes that are no longer needed are hidden. */
    private void hideNeedless() {
        for (String desktop : codes.showing()) {
            Hello hello = present.get(desktop);
            if (hello == null || waiting.values().stream().noneMatch(pair -> pair.looks() && pair.mayShow(hello))) {
                codes.hide(desktop);
            }
        }
    }

    /** So that nobody searches for the reason why a desktop agent of an older version is not found. */
    private static void sayUnprovable(AgentPair pair, Hello hello) {
        if (pair.isUnprovable(hello)) {
            LOG.warn(
                    "{}: {} has the names of its desktop agent but cannot show a pairing code, and is not paired (expected: one that shows"
                            + " its code on the display; hint: is it of an older version?)",
                    pair.words(),
                    words(hello));
        }
    }

    /** Pairs by ticket, if that leaves one choice on both sides; ends a session that begins too late by its names. */
    private void joinWithoutLook(AgentPair pair) {
        List<Map.Entry<String, Hello>> choice =
                free().filter(entry -> pair.isNamed(entry.getValue())).toList();
        if (choice.isEmpty()) {
            return;
        }
        if (pair.isLeaving() && isWantedByOthers(pair, choice)) {
            return;
        }
        if (pair.needsProof()) {
            endUnproved(pair, choice);
            return;
        }
        List<AgentPair> rivals = waiting.values().stream()
                .filter(other -> other == pair || !other.isLeaving())
                .filter(other -> choice.stream().anyMatch(entry -> other.isNamed(entry.getValue())))
                .toList();
        if (choice.size() == 1 && rivals.size() == 1) {
            join(pair, choice.get(0).getKey(), choice.get(0).getValue());
            return;
        }
        String why = choice.stream().map(entry -> words(entry.getValue())).collect(Collectors.joining(", ")) + " fit"
                + (choice.size() == 1 ? "s " : " ")
                + rivals.stream().map(AgentPair::words).collect(Collectors.joining(", "))
                + " (expected: one desktop agent for one session, or desktop agents that can show a pairing code)";
        LOG.warn("ambiguous, not paired: {}", why);
        rivals.forEach(rival -> gone(rival, why));
    }

    /**
     * The client agent has closed the display before a code could be seen on it, and the session has begun all the
     * same. Its desktop agent is asked to end it, which its names are good enough for; it is not paired, and gets
     * nothing else.
     */
    private void endUnproved(AgentPair pair, List<Map.Entry<String, Hello>> choice) {
        if (choice.size() == 1) {
            Hello hello = choice.get(0).getValue();
            LOG.info("{} has ended; {} is asked to end it, by its names", pair.words(), words(hello));
            drop(pair);
            present.remove(hello.getAgentId());
            lastRequests.send(hello.getAgentId(), hello.getInstance(), lastRequest(pair));
        }
    }

    /**
     * A client agent that has stopped waiting must not end the session that the next one has just begun for the same
     * user.
     */
    private boolean isWantedByOthers(AgentPair leaving, List<Map.Entry<String, Hello>> choice) {
        return waiting.values().stream()
                .filter(other -> other != leaving && !other.isLeaving())
                .anyMatch(other -> choice.stream()
                        .anyMatch(entry -> DesktopAgentMatcher.isPossible(
                                other.wanted(), entry.getValue().getLocation())));
    }

    private static String words(Hello desktop) {
        return "agent " + AgentNames.of(desktop) + " in "
                + desktop.getLocation().getSession();
    }

    /** A desktop agent has connected. */
    public void arrived(Hello hello) {
        mailbox.execute(() -> {
            String id = hello.getAgentId();
            // Codes that it shows were requested on an earlier connection.
            codes.forget(id);
            present.put(id, hello);
            AgentPair mine = byDesktop.get(id);
            if (mine != null && mine.isWith(hello)) {
                mine.stay();
                deliver(mine);
                return;
            }
            if (lastRequests.returned(hello)) {
                present.remove(id);
                return;
            }
            if (mine != null) {
                gone(mine, "the desktop agent was restarted");
            }
            offer(id, hello);
        });
    }

    /** A desktop agent is free: pairs it with a waiting client agent. */
    private void offer(String id, Hello hello) {
        if (waiting.values().stream().anyMatch(pair -> pair.looks() && pair.mayShowNow(hello))) {
            codes.show(id);
        }
        waiting.values().forEach(pair -> sayUnprovable(pair, hello));
        waiting.values().stream()
                .filter(pair -> pair.isNamed(hello))
                .findFirst()
                .ifPresent(this::joinWithoutLook);
    }

    /** A client agent has read a code on the display of a session. */
    public void seen(String client, PairingCodeSeen seen) {
        mailbox.execute(() -> {
            AgentPair pair = waiting.get(new AgentPair.Key(seen.getRunId(), seen.getSession()));
            Optional<String> owner = codes.owner(seen.getCode());
            if (pair == null || !pair.client().equals(client) || owner.isEmpty()) {
                LOG.debug(
                        "run {}: session {}: the pairing code on the display is not valid",
                        seen.getRunId(),
                        seen.getSession());
                return;
            }
            Hello hello = present.get(owner.get());
            AgentPair other = byDesktop.get(owner.get());
            if (other != null) {
                gone(
                        pair,
                        "the display shows the session of " + (hello == null ? "a disconnected agent" : words(hello))
                                + ", which is that of " + other.words()
                                + " (expected: another desktop; hint: do two hosts of the target lead to the same"
                                + " one?)");
            } else if (hello != null) {
                join(pair, owner.get(), hello);
            }
        });
    }

    private void join(AgentPair pair, String desktop, Hello hello) {
        pair.join(desktop, hello);
        waiting.remove(pair.key());
        byDesktop.put(desktop, pair);
        lastRequests.forget(desktop);
        codes.hide(desktop);
        LOG.info("{} is that of {}", pair.words(), words(hello));
        arrivals.joined(pair.wanted().getRunId(), pair.wanted().getSession(), hello);
        deliver(pair);
        hideNeedless();
    }

    private void deliver(AgentPair pair) {
        pair.takeKept().forEach(message -> toDesktop(pair, message));
        if (pair.isNumbered()) {
            toClient(pair, pair.message().setRepeat(true).build());
        }
    }

    /** A desktop agent's connection has ended. */
    public void left(String desktop) {
        mailbox.execute(() -> {
            present.remove(desktop);
            AgentPair pair = byDesktop.get(desktop);
            if (pair == null) {
                codes.forget(desktop);
                return;
            }
            pair.grace(mailbox.schedule(
                    () -> lost(pair, desktop), pair.isLeaving() ? 0 : GRACE.toMillis(), TimeUnit.MILLISECONDS));
        });
    }

    private void lost(AgentPair pair, String desktop) {
        gone(pair, "the desktop agent was lost and did not reconnect within " + GRACE.toSeconds() + " s");
        if (!pair.isLeaving()) {
            // If it returns after all, it must not go on with a session that is lost.
            lastRequests.keep(desktop, pair.instance(), lastRequest(pair));
        }
    }

    private void gone(AgentPair pair, String why) {
        if (drop(pair)) {
            lastWord(
                    pair,
                    pair.message()
                            .setCall(Math.max(0, pair.lastCall()))
                            .setFailed(RequestFailed.newBuilder().setReason(why).setGone(true))
                            .build());
        }
    }

    private void lastWord(AgentPair pair, DesktopAgentMessage word) {
        pair.lastWord(word);
        toClient(pair, word);
    }

    /** The client agent may have been away when it was said first. */
    private void sayLastWord(AgentPair pair) {
        DesktopAgentMessage word = pair.lastWord();
        if (word != null) {
            toClient(pair, word);
        }
    }

    /** Ends a pair; false if it had ended before. */
    private boolean drop(AgentPair pair) {
        pair.stay();
        boolean open = pair.close();
        waiting.remove(pair.key(), pair);
        String desktop = pair.desktop();
        if (desktop != null && byDesktop.remove(desktop, pair)) {
            codes.forget(desktop);
        }
        hideNeedless();
        return open;
    }

    /** Relays a message of one agent to the other. */
    public void pass(String from, DesktopAgentMessage message) {
        mailbox.execute(() -> {
            AgentPair pair = pairs.get(new AgentPair.Key(message.getRunId(), message.getSession()));
            if (lastRequests.answered(from, message)) {
                confirm(from, message);
            } else if (pair != null && from.equals(pair.client())) {
                pair.heard(message);
                fromClient(pair, message);
            } else if (pair != null && from.equals(pair.desktop())) {
                fromDesktop(pair, from, message);
            } else {
                refuse(from, message, pair == null);
            }
        });
    }

    /**
     * A message of a session that is not the sender's, or that this controller does not know: it was restarted, or the
     * run has ended. The sender must neither repeat it nor wait for an answer.
     */
    private void refuse(String from, DesktopAgentMessage message, boolean unknown) {
        if (!says(message)) {
            return;
        }
        if (unknown && message.hasPrepare()) {
            // The first message of a session: the request for its desktop agent was lost with a connection, and comes.
            without.increment();
            return;
        }
        refused.increment();
        refusals.refused(from, message, unknown);
        confirm(from, message);
        if (unknown && isRequest(message)) {
            RequestFailed failed = RequestFailed.newBuilder()
                    .setGone(true)
                    .setReason("the controller does not know this session (hint: was it restarted?)")
                    .build();
            boolean unusedAway = send(from, answer(message).setFailed(failed).build());
        }
    }

    /** In the place of a receiver that needs the message no more: the sender must not repeat it. */
    private void confirm(String from, DesktopAgentMessage message) {
        if (message.getNumber() > 0) {
            boolean unusedAway = send(
                    from,
                    answer(message)
                            .clearCall()
                            .setConfirmed(message.getNumber())
                            .build());
        }
    }

    private static DesktopAgentMessage.Builder answer(DesktopAgentMessage message) {
        return DesktopAgentMessage.newBuilder()
                .setRunId(message.getRunId())
                .setSession(message.getSession())
                .setCall(message.getCall());
    }

    /** Whether the client agent waits for an answer. */
    private static boolean isRequest(DesktopAgentMessage message) {
        return switch (message.getWhatCase()) {
            case DONE, FAILED, APP_EXITED, CHANGE, WHAT_NOT_SET -> false;
            default -> true;
        };
    }

    private static boolean says(DesktopAgentMessage message) {
        return message.getWhatCase() != DesktopAgentMessage.WhatCase.WHAT_NOT_SET;
    }

    private void fromClient(AgentPair pair, DesktopAgentMessage message) {
        if (pair.isClosed()) {
            answerClosed(pair, message);
            return;
        }
        if (message.hasRelease() && pair.desktop() == null) {
            drop(pair);
            lastWord(
                    pair,
                    pair.message()
                            .setCall(message.getCall())
                            .setDone(RequestDone.getDefaultInstance())
                            .build());
            return;
        }
        if (message.hasLogOff() || message.hasRelease()) {
            pair.lastCall(message.getCall());
        }
        toDesktop(pair, message);
        if (pair.desktop() == null && pair.isLeaving()) {
            // The client has closed the display. A session that begins all the same is ended, if its names leave no
            // doubt.
            hideNeedless();
            joinWithoutLook(pair);
        }
    }

    /** The desktop agent may serve another session already: it gets nothing more of this one. */
    private void answerClosed(AgentPair pair, DesktopAgentMessage message) {
        confirm(pair.client(), message);
        if (message.getNumber() > 0 || message.getRepeat()) {
            sayLastWord(pair);
        } else if (says(message)) {
            refused.increment();
        }
    }

    private void fromDesktop(AgentPair pair, String desktop, DesktopAgentMessage message) {
        boolean over = message.getCall() == pair.lastCall() && (message.hasDone() || message.hasFailed());
        toClient(pair, message);
        if (pair.isClosed()) {
            confirm(desktop, message);
        }
        if (!over || !drop(pair)) {
            return;
        }
        pair.lastWord(message);
        confirm(desktop, message);
        Hello hello = present.get(desktop);
        if (hello != null && pair.wanted().getKeepsSession()) {
            offer(desktop, hello);
        } else {
            // It is on its way out, and must not be taken for the session that the user begins next.
            present.remove(desktop);
        }
    }

    private void toDesktop(AgentPair pair, DesktopAgentMessage message) {
        boolean confirmedHere = pair.desktop() != null && pair.isConfirmedHere(message);
        if (confirmedHere && !pair.isNext(message)) {
            return;
        }
        boolean sent = pair.desktop() != null && send(pair.desktop(), message);
        if (sent && confirmedHere) {
            pair.passed(message);
            toClient(pair, pair.message().setConfirmed(message.getNumber()).build());
        }
        boolean keptHere = !sent && message.getNumber() == 0 && says(message);
        if (keptHere && !pair.keep(message, MOST_KEPT)) {
            gone(
                    pair,
                    "the desktop agent does not answer, and there is no room for more messages that wait for it (expected: at most "
                            + MOST_KEPT + " of a session, " + AgentPair.MOST_KEPT_BYTES + " bytes, and "
                            + RelayQuota.MOST
                            + " bytes of all sessions, half of what others leave of them for one client agent)");
        }
    }

    private void toClient(AgentPair pair, DesktopAgentMessage message) {
        if (!send(pair.client(), message)) {
            LOG.debug(
                    "run {}: session {}: no connection to agent {} for {}; it is repeated",
                    message.getRunId(),
                    message.getSession(),
                    pair.client(),
                    message.getWhatCase());
        }
    }

    private boolean send(String agent, DesktopAgentMessage message) {
        boolean sent = post.send(
                agent,
                FromController.newBuilder().setDesktopAgentMessage(message).build());
        if (says(message)) {
            (sent ? passed : without).increment();
        }
        return sent;
    }

    /** The run is over: logs off the sessions that are still logged on. */
    public void ended(String runId) {
        mailbox.execute(() -> {
            List<AgentPair> over = pairs.values().stream()
                    .filter(pair -> pair.key().run().equals(runId))
                    .toList();
            over.forEach(this::endLeft);
            pairs.keySet().removeIf(key -> key.run().equals(runId));
            askedAgain.keySet().removeIf(key -> key.run().equals(runId));
            Set<String> left = pairs.values().stream()
                    .map(pair -> pair.wanted().getTicket())
                    .collect(Collectors.toSet());
            over.stream()
                    .map(pair -> pair.wanted().getTicket())
                    .filter(ticket -> !left.contains(ticket))
                    .forEach(starters::remove);
        });
    }

    private void endLeft(AgentPair pair) {
        String desktop = pair.desktop();
        if (!drop(pair) || desktop == null) {
            return;
        }
        if (!pair.wanted().getKeepsSession()) {
            present.remove(desktop);
        }
        lastRequests.send(desktop, pair.instance(), lastRequest(pair));
    }

    private static DesktopAgentMessage lastRequest(AgentPair pair) {
        DesktopAgentMessage.Builder word = pair.message();
        return pair.wanted().getKeepsSession()
                ? word.setRelease(ReleaseDesktop.getDefaultInstance()).build()
                : word.setLogOff(LogOffUser.getDefaultInstance()).build();
    }
}
