package io.deskmeter.sound.pulse;

import io.deskmeter.sound.pulse.card.StreamVolume;
import io.deskmeter.sound.pulse.wire.Command;
import io.deskmeter.sound.pulse.wire.PulseError;
import io.deskmeter.sound.pulse.wire.PulseException;
import io.deskmeter.sound.pulse.wire.TagReader;
import io.deskmeter.sound.pulse.wire.TagWriter;
import java.util.Arrays;

/** Volume and muting, of the sink and of streams. */
final class VolumeCommands implements CommandGroup {
    private final Sink sink;

    VolumeCommands(PulseConnection client) {
        this.sink = client.sink();
    }

    @Override
    public Result carryOut(Command command, int tag, TagReader in, TagWriter reply) throws PulseException {
        switch (command) {
            case SET_SINK_VOLUME -> {
                InfoCommands.checkSink(in);
                int[] volumes = in.volumes();
                in.end();
                set(sink.card().volume(), volumes, Facility.SINK, Sink.INDEX);
            }
            case SET_SINK_MUTE -> {
                InfoCommands.checkSink(in);
                boolean on = in.flag();
                in.end();
                mute(sink.card().volume(), on, Facility.SINK, Sink.INDEX);
            }
            case SET_SINK_INPUT_VOLUME -> {
                OpenStream stream = InfoCommands.stream(sink, in.index());
                int[] volumes = in.volumes();
                in.end();
                set(stream.playback().volume(), volumes, Facility.SINK_INPUT, stream.index());
            }
            case SET_SINK_INPUT_MUTE -> {
                OpenStream stream = InfoCommands.stream(sink, in.index());
                boolean on = in.flag();
                in.end();
                mute(stream.playback().volume(), on, Facility.SINK_INPUT, stream.index());
            }
            default -> {
                return Result.NOT_MINE;
            }
        }
        return Result.DONE;
    }

    private void mute(StreamVolume volume, boolean on, Facility facility, int index) {
        if (on != volume.isMuted()) {
            volume.mute(on);
            sink.tell(facility, Facility.CHANGE, index);
        }
    }

    private void set(StreamVolume volume, int[] asked, Facility facility, int index) throws PulseException {
        int[] before = volume.volumes();
        if (!volume.set(asked)) {
            throw new PulseException(
                    PulseError.INVALID,
                    "volume: of " + asked.length + " channels (expected: 1 or " + before.length + ")");
        }
        if (!Arrays.equals(before, volume.volumes())) {
            sink.tell(facility, Facility.CHANGE, index);
        }
    }
}
