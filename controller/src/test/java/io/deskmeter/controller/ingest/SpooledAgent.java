package io.deskmeter.controller.ingest;

import io.deskmeter.controller.ControllerServer;
import io.deskmeter.link.access.TokenRole;
import io.deskmeter.link.access.TokenSource;
import io.deskmeter.link.channel.SettingChecks;
import io.deskmeter.link.client.ControllerHandler;
import io.deskmeter.link.client.LinkClient;
import io.deskmeter.link.client.LinkClientSettings;
import io.deskmeter.link.delivery.TimingSender;
import io.deskmeter.link.spool.SpoolException;
import io.deskmeter.link.spool.TimingSpool;
import io.deskmeter.link.v1.FromController;
import io.deskmeter.link.v1.Hello;
import io.deskmeter.link.v1.Welcome;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;

/** An agent that only sends timings, with the real link and the real spool. */
final class SpooledAgent implements ControllerHandler, AutoCloseable {
    final List<String> disconnections = new CopyOnWriteArrayList<>();
    /** The numbers of the batches that were acknowledged by name. */
    final List<Long> acknowledgements = new CopyOnWriteArrayList<>();

    final TimingSender sender;

    private final ScheduledExecutorService timers = Executors.newSingleThreadScheduledExecutor();
    private final TimingSpool spool;
    private final LinkClient link;

    SpooledAgent(ControllerServer controller, Path folder) throws SpoolException {
        this(controller, folder, "agent-with-spool");
    }

    SpooledAgent(ControllerServer controller, Path folder, String id) throws SpoolException {
        String address = controller.linkAddress();
        int colon = address.lastIndexOf(':');
        LinkClientSettings settings = new LinkClientSettings(
                address.substring(0, colon),
                Integer.parseInt(address.substring(colon + 1)),
                Duration.ofMillis(5),
                Duration.ofMillis(40),
                SettingChecks.DEFAULT_MAX_FRAME_BYTES,
                Optional.empty(),
                TokenSource.of(controller.tokenFile(TokenRole.AGENT)));
        spool = TimingSpool.open(folder);
        link = new LinkClient(settings, () -> hello(id), this, timers);
        sender = new TimingSender(spool, link::send, TimingSender.DEFAULT_WINDOW, failure -> {
            throw new AssertionError(failure);
        });
    }

    private static Hello hello(String id) {
        return Hello.newBuilder()
                .setProtocol(1)
                .setAgentId(id)
                .setInstance("instance-1")
                .setHost("test-host")
                .setVersion("1")
                .build();
    }

    /** Call this when all batches that are to be sent together are in the spool. */
    SpooledAgent dial() {
        link.start();
        return this;
    }

    @Override
    public void connected(Welcome welcome) {
        sender.connected();
    }

    @Override
    public void received(FromController message) {
        if (message.hasTimingAck()) {
            acknowledgements.add(message.getTimingAck().getBatch());
            sender.acknowledged(message.getTimingAck());
        }
    }

    @Override
    public void disconnected(String reason) {
        sender.disconnected();
        disconnections.add(reason);
    }

    @Override
    public void refused(String reason) {
        disconnections.add(reason);
    }

    @Override
    public void close() throws SpoolException {
        link.close();
        timers.shutdownNow();
        spool.close();
    }
}
