package io.deskmeter.sound.pulse;

import io.deskmeter.sound.pulse.card.PlaybackStream;
import io.deskmeter.sound.pulse.format.BufferAttributes;
import io.deskmeter.sound.pulse.format.ChannelMap;
import io.deskmeter.sound.pulse.format.SampleSpec;
import io.deskmeter.sound.pulse.wire.Command;
import java.util.LinkedHashMap;
import java.util.Map;

/** A stream of a client: tells the client what its sound does. Owned by the event loop. */
final class OpenStream implements PlaybackStream.Events {
    private static final int UNDERFLOW_POSITION_SINCE = 23;

    private final PulseConnection client;
    private final int channel;
    private final int index;
    private final PlaybackStream playback;
    private final Map<String, String> properties = new LinkedHashMap<>();

    /**
     * @param channel by which the client names it
     * @param index by which all clients name it
     */
    OpenStream(
            PulseConnection client,
            int channel,
            int index,
            SampleSpec spec,
            ChannelMap map,
            BufferAttributes attributes,
            boolean corked) {
        this.client = client;
        this.channel = channel;
        this.index = index;
        this.playback = new PlaybackStream(
                spec,
                map,
                attributes,
                corked,
                client.sink().settings().format().channels(),
                client.sink().settings().format().rate(),
                client.sink().memory(),
                this);
    }

    PulseConnection client() {
        return client;
    }

    int channel() {
        return channel;
    }

    int index() {
        return index;
    }

    PlaybackStream playback() {
        return playback;
    }

    Map<String, String> properties() {
        return properties;
    }

    String name() {
        return properties.getOrDefault("media.name", "");
    }

    @Override
    public void request(int bytes) {
        client.send(client.message(Command.REQUEST).index(channel).index(bytes));
    }

    @Override
    public void underflow(long readIndex) {
        client.sink().counters().underruns.increment();
        var message = client.message(Command.UNDERFLOW).index(channel);
        client.send(client.version() >= UNDERFLOW_POSITION_SINCE ? message.s64(readIndex) : message);
    }

    void overflow() {
        client.send(client.message(Command.OVERFLOW).index(channel));
    }

    @Override
    public void started() {
        client.send(client.message(Command.STARTED).index(channel));
    }

    @Override
    public void drained(int tag) {
        client.send(client.reply(tag));
    }
}
