package io.deskmeter.screen;

import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * One remote desktop: its frames come through the listener given at the start, input goes out through {@link #fire}.
 *
 * <p>All methods may be called from any thread and return at once.
 */
public interface Screen extends AutoCloseable {
    /**
     * Sends input events in order.
     *
     * @param events at least one
     * @return completes with the monotonic time in nanoseconds read immediately before the first event left; fails with
     *     a {@link ScreenException} where the screen is lost
     */
    CompletableFuture<Long> fire(List<InputEvent> events);

    /**
     * Makes ready to type a text: what has to be done at the keyboard for characters without a key is done once for the
     * whole text. Whoever types a text calls this first.
     *
     * @return completes when the text can be typed; fails with a {@link ScreenException} that names the characters that
     *     would not arrive
     */
    default CompletableFuture<Void> prepare(String text) {
        return CompletableFuture.completedFuture(null);
    }

    /**
     * Looks whether a text that {@link #prepare} was asked for is arriving as meant, once its keys have left. Whoever
     * types a text calls this after each part of it. It waits for nothing but those keys.
     *
     * @param text what has been typed of it so far
     * @param since when its first key left: what has happened before it does not count
     * @return fails with a {@link ScreenException} if other characters may have arrived
     */
    default CompletableFuture<Void> lookBack(String text, long since) {
        return CompletableFuture.completedFuture(null);
    }

    /**
     * Asks the server for an answer that it gives in order with its changes, so that the answer says until when nothing
     * has changed. Not every screen can. How often is up to the caller.
     *
     * @return completes where the listener is called: after it has heard of the frames that arrived before the answer,
     *     and before those that arrive later. Does not complete while the server does not answer, and may never where
     *     the screen is lost for good
     */
    default CompletableFuture<ProbeAnswer> probe() {
        return CompletableFuture.completedFuture(ProbeAnswer.unsupported());
    }

    /**
     * Why an answer to {@link #probe} says nothing of the desktop itself, without a full stop; empty where the desktop
     * answers.
     */
    default String whyProbesMissDesktop() {
        return "";
    }

    /**
     * Why there is no picture at the moment, as far as the server tells it, without a full stop; empty where there is
     * one, or nothing is known.
     */
    default String whyNoPicture() {
        return "";
    }

    /**
     * Why it is not known whether the colours of its pictures are right, without a full stop; empty where nothing is
     * known against them.
     */
    default String whyColoursUnknown() {
        return "";
    }

    /**
     * Why it is not known whether letters arrive in the case that was meant, without a full stop; empty where they do,
     * or are refused.
     */
    default String whyCaseUnknown() {
        return "";
    }

    /**
     * What the server has begun to send and not ended, without a full stop: its picture may be about to change. Empty
     * between messages, and where it is not known. It says "it" of the server. A server that works is in the middle of
     * a message now and then.
     */
    default String unfinishedMessage() {
        return "";
    }

    /** Ends the connection; idempotent. */
    @Override
    void close();
}
