package io.deskmeter.controller.pairing;

import io.deskmeter.link.v1.DesktopAgentMessage;
import io.deskmeter.link.v1.DesktopAgentRequest;
import io.deskmeter.link.v1.Hello;
import io.deskmeter.link.v1.RequestDone;
import io.deskmeter.link.v1.RequestFailed;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/** A client agent's session and, once it is found, the desktop agent in it. Owned by the broker's mailbox. */
final class AgentPair {
    private final String client;
    private final DesktopAgentRequest wanted;
    /** Of the last word, as much as people need. */
    static final int MOST_DETAIL = 4_000;

    /** A run profile and some commands. */
    static final int MOST_KEPT_BYTES = 3 << 20;

    private final RelayQuota room;
    private final List<DesktopAgentMessage> kept = new ArrayList<>();
    private long keptBytes;
    private @Nullable String desktop;
    private String instance = "";
    private @Nullable Future<?> grace;

    /** The number of the request to end the session: its reply ends the pair. */
    private long lastCall = -1;

    /** The client agent numbers its messages: it keeps them itself until they are confirmed. */
    private boolean numbered;

    /** Whether the desktop agent confirms messages; an older one does not, and must get each only once. */
    private boolean confirms;

    /** The number of the last message that an older desktop agent got. */
    private long passed;

    /** What the client agent is told from now on; null while the pair is open. */
    private @Nullable DesktopAgentMessage lastWord;

    private boolean closed;

    /** All candidates are asked for their codes, not only those on the target host. */
    private boolean asksAll;

    /** Which session. */
    record Key(String run, int session) {}

    /** @param room what all pairs share for the messages that they keep */
    AgentPair(String client, DesktopAgentRequest wanted, RelayQuota room) {
        this.room = room;
        this.client = client;
        this.wanted = wanted;
    }

    Key key() {
        return new Key(wanted.getRunId(), wanted.getSession());
    }

    String client() {
        return client;
    }

    DesktopAgentRequest wanted() {
        return wanted;
    }

    /** For people. */
    String words() {
        return "run " + wanted.getRunId() + ", session " + wanted.getSession();
    }

    /** Null until it is found. */
    @Nullable
    String desktop() {
        return desktop;
    }

    /** The process of the desktop agent; empty until it is found. */
    String instance() {
        return instance;
    }

    void join(String found, Hello hello) {
        desktop = found;
        instance = hello.getInstance();
        confirms = hello.getLocation().getConfirmsMessages();
    }

    boolean isWith(Hello hello) {
        return hello.getAgentId().equals(desktop) && hello.getInstance().equals(instance);
    }

    /** Whether the client agent reads codes on the display. */
    boolean looks() {
        return desktop == null
                && wanted.getReadsPairingCode()
                && wanted.getTicket().isEmpty()
                && !isLeaving();
    }

    /** Whether the desktop agent is a candidate and can show a code. */
    boolean mayShow(Hello hello) {
        return hello.getLocation().getShowsPairingCode() && DesktopAgentMatcher.isPossible(wanted, hello.getLocation());
    }

    /**
     * Whether its names fit, and it cannot prove that it is the one: it is of an older version, or no agent of the
     * session.
     */
    boolean isUnprovable(Hello hello) {
        return looks()
                && !hello.getLocation().getShowsPairingCode()
                && DesktopAgentMatcher.isNamed(wanted, hello.getLocation());
    }

    /** Whether it is a candidate that can show a code, and it is its turn. */
    boolean mayShowNow(Hello hello) {
        return mayShow(hello) && (asksAll || DesktopAgentMatcher.isSameHost(wanted, hello.getLocation()));
    }

    void askAll() {
        asksAll = true;
    }

    /**
     * Whether only a code on the display pairs: names prove nothing, neither those that a desktop agent gives itself
     * nor those that a client agent asks for.
     */
    boolean needsProof() {
        return wanted.getTicket().isEmpty();
    }

    /** Whether it can never be paired: its client agent has no ticket and reads no codes. */
    boolean isUnreadable() {
        return needsProof() && !wanted.getReadsPairingCode();
    }

    /** Whether the desktop agent matches by its ticket or names, where these decide: not while a code is looked for. */
    boolean isNamed(Hello hello) {
        return !(needsProof() && !isLeaving()) && DesktopAgentMatcher.isNamed(wanted, hello.getLocation());
    }

    /** Whether the client agent has requested the end of the session. */
    boolean isLeaving() {
        return lastCall >= 0;
    }

    long lastCall() {
        return lastCall;
    }

    void lastCall(long call) {
        lastCall = call;
    }

    /** A message of the client agent has come. */
    void heard(DesktopAgentMessage message) {
        numbered |= message.getNumber() > 0;
    }

    boolean isNumbered() {
        return numbered;
    }

    /** Whether the controller confirms numbered messages in the place of the desktop agent. */
    boolean isConfirmedHere(DesktopAgentMessage message) {
        return !confirms && message.getNumber() > 0;
    }

    /** Whether an older desktop agent is to get this message: it is the next one. */
    boolean isNext(DesktopAgentMessage message) {
        return message.getNumber() == passed + 1;
    }

    void passed(DesktopAgentMessage message) {
        passed = message.getNumber();
    }

    /** Ends the pair; false if it had ended before. */
    boolean close() {
        boolean first = !closed;
        closed = true;
        forgetKept();
        return first;
    }

    boolean isClosed() {
        return closed;
    }

    /**
     * The pair has ended with this message, which the client agent may have missed. It is without a number, so that it
     * can be told at any time.
     */
    void lastWord(DesktopAgentMessage word) {
        DesktopAgentMessage.Builder last = message().setCall(word.getCall());
        if (word.hasFailed()) {
            RequestFailed failed = word.getFailed();
            last.setFailed(RequestFailed.newBuilder()
                    .setReason(shortened(failed.getReason()))
                    .setApplication(failed.getApplication())
                    .setGone(failed.getGone())
                    .setFault(failed.getFault()));
        } else {
            last.setDone(
                    RequestDone.newBuilder().setDetail(shortened(word.getDone().getDetail())));
        }
        lastWord = last.build();
    }

    private static String shortened(String text) {
        return text.substring(0, Math.min(MOST_DETAIL, text.length()));
    }

    @Nullable
    DesktopAgentMessage lastWord() {
        return lastWord;
    }

    /** Keeps a message for the desktop agent; false if the limit is reached. */
    boolean keep(DesktopAgentMessage message, int most) {
        int bytes = message.getSerializedSize();
        if (kept.size() >= most || keptBytes + bytes > MOST_KEPT_BYTES || !room.take(client, bytes)) {
            return false;
        }
        keptBytes += bytes;
        return kept.add(message);
    }

    List<DesktopAgentMessage> takeKept() {
        List<DesktopAgentMessage> all = List.copyOf(kept);
        forgetKept();
        return all;
    }

    private void forgetKept() {
        kept.clear();
        room.giveBack(client, keptBytes);
        keptBytes = 0;
    }

    /** The desktop agent is disconnected; the timer ends the pair unless it reconnects. */
    void grace(Future<?> end) {
        stay();
        grace = end;
    }

    void stay() {
        if (grace != null) {
            grace.cancel(false);
            grace = null;
        }
    }

    DesktopAgentMessage.Builder message() {
        return DesktopAgentMessage.newBuilder().setRunId(wanted.getRunId()).setSession(wanted.getSession());
    }
}
