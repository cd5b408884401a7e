package io.deskmeter.link.relay;

import io.deskmeter.link.v1.DesktopAgentMessage;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * One end of the exchange between the two agents of a session: every message arrives, once and in order, however often
 * connections break in between.
 *
 * <p>Messages are numbered from 1 and kept until the other end confirms them. They are sent again on a new connection
 * ({@link #connected}), when the other end asks for it, and when nothing was confirmed for some ticks: after 2, then 4,
 * 8 and 16. The receiver takes the next number only, so repeated messages have no effect, and confirms each one at
 * once. Messages without a number, of an older version or of the controller itself, are sent and taken as they come.
 *
 * <p>Thread-safe. The link is called with the lock held, so that messages leave in order; it must not call back.
 */
public final class MessageExchange {
    /** The largest number of messages that wait for a confirmation. A session has a few at a time. */
    public static final int MOST_UNCONFIRMED = 100;

    private static final int FIRST_WAIT = 2;
    private static final int LONGEST_WAIT = 16;

    private final DesktopAgentMessage address;
    private final Predicate<DesktopAgentMessage> link;
    private final Deque<Kept> unconfirmed = new ArrayDeque<>();
    private boolean numbers;
    private long sent;
    private long received;
    private int wait = FIRST_WAIT;
    private int ticks;
    private long repeated;
    private long ignored;
    private long dropped;

    /** A message that may have to be sent again; its number is 0 for an older client agent. */
    private record Kept(long number, Supplier<DesktopAgentMessage> message) {}

    private MessageExchange(String run, int session, boolean numbers, Predicate<DesktopAgentMessage> link) {
        this.address = DesktopAgentMessage.newBuilder()
                .setRunId(run)
                .setSession(session)
                .build();
        this.numbers = numbers;
        this.link = link;
    }

    /**
     * The end of the client agent.
     *
     * @param link sends to the controller; false if there is no connection
     */
    public static MessageExchange ofClient(String run, int session, Predicate<DesktopAgentMessage> link) {
        return new MessageExchange(run, session, true, link);
    }

    /**
     * The end of the desktop agent: it numbers its messages as soon as it has received one with a number, since an
     * older client agent confirms none.
     */
    public static MessageExchange ofDesktop(String run, int session, Predicate<DesktopAgentMessage> link) {
        return new MessageExchange(run, session, false, link);
    }

    /** Whether this is the exchange of that message's session. */
    public boolean isOf(DesktopAgentMessage message) {
        return message.getRunId().equals(address.getRunId()) && message.getSession() == address.getSession();
    }

    /**
     * Sends a message of this session, now or as soon as there is a connection.
     *
     * @return false if {@value #MOST_UNCONFIRMED} messages are unconfirmed: this one is dropped, and the session cannot
     *     go on
     */
    public boolean send(DesktopAgentMessage message) {
        return send(() -> message);
    }

    /**
     * Sends a message that is made each time when it is sent, because it says for example how long ago something was.
     *
     * @return as {@link #send(DesktopAgentMessage)}
     */
    public synchronized boolean send(Supplier<DesktopAgentMessage> message) {
        if (unconfirmed.size() == MOST_UNCONFIRMED) {
            dropped++;
            return false;
        }
        Kept kept = new Kept(numbers ? ++sent : 0, message);
        unconfirmed.add(kept);
        if (sendNow(kept) && kept.number == 0) {
            unconfirmed.remove(kept);
        }
        return true;
    }

    private boolean sendNow(Kept kept) {
        return link.test(
                confirming(kept.message.get().toBuilder().setNumber(kept.number).build()));
    }

    /**
     * Takes a message from the other end, or from the controller in its place.
     *
     * @return whether it is to be handled: it has arrived for the first time, and says more than what has arrived
     */
    public synchronized boolean receive(DesktopAgentMessage message) {
        confirm(message.getConfirmed());
        if (message.getRepeat()) {
            repeat();
        }
        boolean says = message.getWhatCase() != DesktopAgentMessage.WhatCase.WHAT_NOT_SET;
        if (message.getNumber() == 0) {
            return says;
        }
        numbers = true;
        boolean next = message.getNumber() == received + 1;
        if (next) {
            received++;
        } else {
            ignored++;
        }
        boolean unusedAway = link.test(confirming(address));
        return next && says;
    }

    private void confirm(long upTo) {
        if (unconfirmed.removeIf(kept -> kept.number > 0 && kept.number <= upTo)) {
            patient();
        }
    }

    private void patient() {
        wait = FIRST_WAIT;
        ticks = 0;
    }

    /**
     * There is a new connection: what was sent on the old one, and what the other end has sent meanwhile, may be lost.
     */
    public synchronized void connected() {
        patient();
        repeat();
        if (numbers) {
            boolean unusedAway =
                    link.test(confirming(address).toBuilder().setRepeat(true).build());
        }
    }

    /** To be called about once a second: repeats what was not confirmed for a while. */
    public synchronized void tick() {
        if (unconfirmed.isEmpty() || ++ticks < wait) {
            return;
        }
        ticks = 0;
        wait = Math.min(LONGEST_WAIT, 2 * wait);
        repeat();
    }

    /** The other end is gone: nothing is repeated any more. */
    public synchronized void close() {
        unconfirmed.clear();
    }

    private void repeat() {
        for (Kept kept : List.copyOf(unconfirmed)) {
            if (!sendNow(kept)) {
                return;
            }
            repeated++;
            if (kept.number == 0) {
                unconfirmed.remove(kept);
            }
        }
    }

    private DesktopAgentMessage confirming(DesktopAgentMessage message) {
        return message.toBuilder().setConfirmed(received).build();
    }

    /** The number of messages that wait for a confirmation. */
    public synchronized int unconfirmed() {
        return unconfirmed.size();
    }

    /** What became of its messages so far. */
    public synchronized RelayCounts counts() {
        return new RelayCounts(repeated, ignored, dropped);
    }
}
