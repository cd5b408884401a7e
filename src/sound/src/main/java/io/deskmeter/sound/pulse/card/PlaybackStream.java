package io.deskmeter.sound.pulse.card;

import io.deskmeter.sound.pulse.format.BufferAttributes;
import io.deskmeter.sound.pulse.format.ChannelMap;
import io.deskmeter.sound.pulse.format.SampleSpec;
import io.deskmeter.sound.pulse.wire.Frames.Seek;
import io.deskmeter.sound.pulse.wire.PulseException;
import io.netty.buffer.ByteBuf;

/** One sound that a client plays. All times are those of the card that plays it. Used by the card's thread. */
public final class PlaybackStream {
    /** What the client is told; called while the card advances, or while a command is carried out. */
    public interface Events {
        void request(int bytes);

        /** What waited has all been played, and the client did not say that it was the end. */
        void underflow(long readIndex);

        void started();

        /** What was to be played has been played. */
        void drained(int tag);
    }

    private static final int NO_TAG = Integer.MIN_VALUE;

    private final SampleSpec spec;
    private final ChannelMap map;
    private final PlaybackQueue queue;
    private final Events events;
    private final Resampler resampler;
    private final int cardRate;
    private final float[][] gains;
    private final StreamVolume volume;
    private float[] samples = {};
    private boolean corked;
    private boolean playing;
    private boolean starved;
    private int drainTag = NO_TAG;
    private long playingFor;
    private long starvedFor;
    /** What is left of a sample frame that was missed, in parts of the card's rate. */
    private long missedRest;

    /**
     * @param outputs channels of the card
     * @param cardRate sample frames per second of the card
     * @param memory from which it takes what it needs to hold sound
     */
    public PlaybackStream(
            SampleSpec spec,
            ChannelMap map,
            BufferAttributes attributes,
            boolean corked,
            int outputs,
            int cardRate,
            BufferMemory memory,
            Events events) {
        this.spec = spec;
        this.map = map;
        this.queue = new PlaybackQueue(spec, attributes, memory);
        this.corked = corked;
        this.events = events;
        this.cardRate = cardRate;
        this.resampler = new Resampler(spec.channels(), spec.rate(), cardRate);
        this.gains = map.gains(outputs);
        this.volume = new StreamVolume(spec.channels());
    }

    public SampleSpec spec() {
        return spec;
    }

    public ChannelMap map() {
        return map;
    }

    public StreamVolume volume() {
        return volume;
    }

    public BufferAttributes attributes() {
        return queue.attributes();
    }

    public long readIndex() {
        return queue.readIndex();
    }

    public long writeIndex() {
        return queue.writeIndex();
    }

    /** Whether the card plays its sound at this moment. */
    public boolean isPlaying() {
        return playing && !corked;
    }

    /** Whether the card plays it now, and enough waits for so many of the card's sample frames. */
    public boolean playsFor(long cardFrames) {
        return isPlaying()
                && !isDraining()
                && resampler.producible(queue.playable(), (int) Math.min(Integer.MAX_VALUE, cardFrames + 1))
                        > cardFrames;
    }

    public boolean isCorked() {
        return corked;
    }

    /** Bytes played since the stream was started last. */
    public long playingFor() {
        return playingFor;
    }

    /** Bytes that would have been played since the stream ran dry; −1 if it never was played. */
    public long starvedFor() {
        return playingFor == 0 && starvedFor == 0 ? -1 : starvedFor;
    }

    /**
     * Whether sound is missing: the stream ran dry without its client having said that it ends. Not if the client has
     * been silent for longer than a time: then it plays nothing.
     */
    boolean lacks(long atMostMicros) {
        return starved && !corked && starvedFor <= spec.bytesOfMicros(atMostMicros);
    }

    /** Whether so many more bytes fit behind the last one. */
    public boolean hasRoomFor(int bytes) {
        return queue.length() + bytes <= attributes().maxLength();
    }

    /** Takes bytes of the client; returns how many found no place, or came too late. */
    public int write(ByteBuf bytes, Seek seek, long offset) throws PulseException {
        int lost = queue.write(bytes, seek, offset);
        request();
        return lost;
    }

    /** Gives its memory back; it is played no more. */
    void close() {
        queue.close();
    }

    /** Asks the client for more, if it is time. */
    public void request() {
        int bytes = queue.popRequest();
        if (bytes > 0) {
            events.request(bytes);
        }
    }

    /** What the client may send at once, told in the answer to its first command. */
    public int firstRequest() {
        return queue.popRequest();
    }

    public void cork(boolean on) {
        corked = on;
        if (on) {
            playing = false;
            starved = false;
        }
        request();
    }

    public void flush() {
        queue.flush();
        starved = false;
        playing = false;
        resampler.restart();
        request();
    }

    public void trigger() {
        queue.trigger();
        request();
    }

    public void prebuffer() {
        queue.prebuffer();
        request();
    }

    public void change(BufferAttributes granted) {
        queue.change(granted);
        request();
    }

    /** Plays faster or slower from now on. */
    public void rate(int rate) {
        resampler.rate(rate, cardRate);
    }

    public boolean isDraining() {
        return drainTag != NO_TAG;
    }

    /** Plays what waits, then reports it; at once if nothing waits. */
    public void drain(int tag) {
        queue.trigger();
        if (queue.playable() == 0) {
            starved = false;
            events.drained(tag);
        } else {
            drainTag = tag;
        }
    }

    /**
     * Plays, at the position that the card has reached.
     *
     * @param mix to which the sound is added, interleaved by the card's channels
     * @return how many sample frames it had, up to those asked for
     */
    int render(float[] mix, int frames) {
        if (corked) {
            return 0;
        }
        int playable = queue.playable();
        int done = resampler.producible(playable, frames);
        if (done > 0) {
            start();
            play(mix, playable, done);
        }
        if (done < frames) {
            runDry(frames - done);
        }
        return done;
    }

    private void start() {
        if (!playing) {
            playing = true;
            starved = false;
            playingFor = 0;
            starvedFor = 0;
            resampler.restart();
            events.started();
        }
    }

    private void play(float[] mix, int playable, int frames) {
        int channels = spec.channels();
        if (samples.length < frames * channels) {
            samples = new float[frames * channels];
        }
        int consumed;
        if (resampler.isIdentity()) {
            for (int i = 0; i < frames * channels; i++) {
                samples[i] = queue.sample(i / channels, i % channels);
            }
            consumed = frames;
        } else {
            consumed = resampler.render(queue, playable, samples, frames);
        }
        add(mix, frames);
        queue.played(consumed);
        playingFor += (long) consumed * spec.frameBytes();
    }

    private void add(float[] mix, int frames) {
        int channels = spec.channels();
        int outputs = gains.length;
        for (int channel = 0; channel < channels; channel++) {
            float loudness = volume.gain(channel);
            for (int output = 0; output < outputs; output++) {
                float gain = gains[output][channel] * loudness;
                if (gain != 0) {
                    for (int frame = 0; frame < frames; frame++) {
                        mix[frame * outputs + output] += gain * samples[frame * channels + channel];
                    }
                }
            }
        }
    }

    private void runDry(int cardFrames) {
        if (playing) {
            playing = false;
            queue.played(queue.playable()); // less than the card's next sample needs
            queue.ranDry();
            starved = !isDraining();
            if (starved) {
                events.underflow(queue.readIndex());
            }
        }
        if (isDraining()) {
            int tag = drainTag;
            drainTag = NO_TAG;
            events.drained(tag);
        }
        long product = (long) cardFrames * spec.rate() + missedRest;
        long missed = product / cardRate;
        missedRest = product % cardRate;
        starvedFor += missed * spec.frameBytes();
        if (starved && attributes().prebuffer() == 0) {
            queue.played(missed); // time does not wait for the client
        }
    }

    /** Sample frames of the card after which the client has to hear something. */
    long framesToEvent() {
        if (corked || !playing) {
            return Long.MAX_VALUE;
        }
        long frames = Math.min(queue.framesToRequest(), queue.playable());
        return (long) Math.ceil((double) frames * cardRate / spec.rate());
    }
}
