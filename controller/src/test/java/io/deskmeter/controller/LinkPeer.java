package io.deskmeter.controller;

import static org.awaitility.Awaitility.await;

import io.deskmeter.link.access.TokenRole;
import io.deskmeter.link.access.TokenSource;
import io.deskmeter.link.channel.SettingChecks;
import io.deskmeter.link.client.ControllerHandler;
import io.deskmeter.link.client.LinkClient;
import io.deskmeter.link.client.LinkClientSettings;
import io.deskmeter.link.v1.FromAgent;
import io.deskmeter.link.v1.FromController;
import io.deskmeter.link.v1.Hello;
import io.deskmeter.link.v1.TimingBatch;
import io.deskmeter.link.v1.Welcome;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * A peer of the real link that sends exactly what a test tells it to, with the secret that the test gives it. It
 * connects again whenever its link ends.
 */
public final class LinkPeer implements ControllerHandler, AutoCloseable {
    private static final Duration SOON = Duration.ofSeconds(20);

    /** Above the numbers of the batches that tests send themselves. */
    private static final AtomicLong BARRIERS = new AtomicLong(1_000_000);

    private final List<FromController> received = new CopyOnWriteArrayList<>();
    private final List<String> ends = new CopyOnWriteArrayList<>();
    private final List<String> failures = new CopyOnWriteArrayList<>();
    private final AtomicInteger welcomes = new AtomicInteger();
    private final ScheduledExecutorService timers = Executors.newSingleThreadScheduledExecutor();
    private final LinkClient link;
    private volatile Hello hello;

    /** @param secret of the controller that it has */
    public LinkPeer(ControllerServer controller, TokenRole secret, Hello hello) {
        this(controller, TokenSource.of(controller.tokenFile(secret)), hello);
    }

    /** @param secret what it has */
    public LinkPeer(ControllerServer controller, TokenSource secret, Hello hello) {
        this(settings(controller, secret), hello);
    }

    public LinkPeer(LinkClientSettings settings, Hello hello) {
        this.hello = hello;
        link = new LinkClient(settings, () -> this.hello, this, timers);
        link.start();
    }

    private static LinkClientSettings settings(ControllerServer controller, TokenSource secret) {
        String address = controller.linkAddress();
        int colon = address.lastIndexOf(':');
        return new LinkClientSettings(
                address.substring(0, colon),
                Integer.parseInt(address.substring(colon + 1)),
                Duration.ofMillis(50),
                Duration.ofMillis(100),
                SettingChecks.DEFAULT_MAX_FRAME_BYTES,
                Optional.empty(),
                secret);
    }

    /** From its next connection on it says that it still works on this run. */
    public void worksOn(String run) {
        hello = hello.toBuilder().setRunId(run).build();
    }

    /**
     * Sends a message and waits until the controller has handled it.
     *
     * @return whether the controller has ended the link for it; then there is a new one
     */
    public boolean endsLink(FromAgent message) {
        int before = welcomes.get();
        link.send(message);
        long number = BARRIERS.incrementAndGet();
        link.send(FromAgent.newBuilder()
                .setTimings(TimingBatch.newBuilder().setBatch(number))
                .build());
        await().pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(5))
                .atMost(SOON)
                .until(() -> welcomes.get() > before || isAcknowledged(number));
        return welcomes.get() > before;
    }

    private boolean isAcknowledged(long number) {
        return received(FromController.MessageCase.TIMING_ACK)
                .anyMatch(message -> message.getTimingAck().getBatch() == number);
    }

    /** Waits until it is connected. */
    public LinkPeer connected() {
        await().atMost(SOON).until(() -> welcomes.get() > 0);
        return this;
    }

    /** Waits until the controller has accepted or refused it. */
    public LinkPeer answered() {
        await().atMost(SOON).until(() -> welcomes.get() > 0 || !ends.isEmpty());
        return this;
    }

    public int welcomes() {
        return welcomes.get();
    }

    /** Why its links have ended, or were refused. */
    public List<String> ends() {
        return ends;
    }

    /** Why its attempts to connect have failed before the controller said anything. */
    public List<String> failures() {
        return failures;
    }

    @Override
    public void unreachable(String reason, Duration nextAttempt) {
        failures.add(reason);
    }

    /** What has come so far, without pings. */
    public List<FromController> received() {
        return received;
    }

    public Stream<FromController> received(FromController.MessageCase kind) {
        return received.stream().filter(message -> message.getMessageCase() == kind);
    }

    /** Waits for a message. */
    public FromController await1(Predicate<FromController> which) {
        await().atMost(SOON).until(() -> received.stream().anyMatch(which));
        return received.stream().filter(which).findFirst().orElseThrow();
    }

    public void send(FromAgent message) {
        link.send(message);
    }

    /**
     * Returns when the controller has handled what was sent before, or has ended the link for it and there is a new
     * one.
     */
    public void settle() {
        boolean unused = endsLink(FromAgent.getDefaultInstance());
    }

    @Override
    public void connected(Welcome welcome) {
        welcomes.incrementAndGet();
    }

    @Override
    public void disconnected(String reason) {
        ends.add(reason);
    }

    @Override
    public void refused(String reason) {
        ends.add(reason);
    }

    @Override
    public void received(FromController message) {
        received.add(message);
    }

    @Override
    public void close() {
        link.close();
        timers.shutdownNow();
    }
}
