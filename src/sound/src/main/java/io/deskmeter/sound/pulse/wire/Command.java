package io.deskmeter.sound.pulse.wire;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The commands of the protocol that this server knows, with their numbers. */
public enum Command {
    ERROR(0),
    REPLY(2),
    CREATE_PLAYBACK_STREAM(3),
    DELETE_PLAYBACK_STREAM(4),
    CREATE_RECORD_STREAM(5),
    DELETE_RECORD_STREAM(6),
    EXIT(7),
    AUTH(8),
    SET_CLIENT_NAME(9),
    LOOKUP_SINK(10),
    LOOKUP_SOURCE(11),
    DRAIN_PLAYBACK_STREAM(12),
    STAT(13),
    GET_PLAYBACK_LATENCY(14),
    CREATE_UPLOAD_STREAM(15),
    PLAY_SAMPLE(18),
    REMOVE_SAMPLE(19),
    GET_SERVER_INFO(20),
    GET_SINK_INFO(21),
    GET_SINK_INFO_LIST(22),
    GET_SOURCE_INFO(23),
    GET_SOURCE_INFO_LIST(24),
    GET_MODULE_INFO(25),
    GET_MODULE_INFO_LIST(26),
    GET_CLIENT_INFO(27),
    GET_CLIENT_INFO_LIST(28),
    GET_SINK_INPUT_INFO(29),
    GET_SINK_INPUT_INFO_LIST(30),
    GET_SOURCE_OUTPUT_INFO(31),
    GET_SOURCE_OUTPUT_INFO_LIST(32),
    GET_SAMPLE_INFO(33),
    GET_SAMPLE_INFO_LIST(34),
    SUBSCRIBE(35),
    SET_SINK_VOLUME(36),
    SET_SINK_INPUT_VOLUME(37),
    SET_SOURCE_VOLUME(38),
    SET_SINK_MUTE(39),
    SET_SOURCE_MUTE(40),
    CORK_PLAYBACK_STREAM(41),
    FLUSH_PLAYBACK_STREAM(42),
    TRIGGER_PLAYBACK_STREAM(43),
    SET_DEFAULT_SINK(44),
    SET_DEFAULT_SOURCE(45),
    SET_PLAYBACK_STREAM_NAME(46),
    KILL_CLIENT(48),
    KILL_SINK_INPUT(49),
    LOAD_MODULE(51),
    UNLOAD_MODULE(52),
    PREBUF_PLAYBACK_STREAM(60),
    REQUEST(61),
    OVERFLOW(62),
    UNDERFLOW(63),
    PLAYBACK_STREAM_KILLED(64),
    SUBSCRIBE_EVENT(66),
    MOVE_SINK_INPUT(67),
    SET_SINK_INPUT_MUTE(69),
    SUSPEND_SINK(70),
    SET_PLAYBACK_STREAM_BUFFER_ATTR(72),
    UPDATE_PLAYBACK_STREAM_SAMPLE_RATE(74),
    UPDATE_PLAYBACK_STREAM_PROPLIST(81),
    UPDATE_CLIENT_PROPLIST(82),
    REMOVE_PLAYBACK_STREAM_PROPLIST(84),
    REMOVE_CLIENT_PROPLIST(85),
    STARTED(86),
    EXTENSION(87),
    GET_CARD_INFO(88),
    GET_CARD_INFO_LIST(89),
    SET_SINK_PORT(96),
    SEND_OBJECT_MESSAGE(104);

    private static final Map<Integer, Command> BY_CODE = new HashMap<>();

    static {
        for (Command command : values()) {
            BY_CODE.put(command.code, command);
        }
    }

    private final int code;

    Command(int code) {
        this.code = code;
    }

    public static Optional<Command> of(int code) {
        return Optional.ofNullable(BY_CODE.get(code));
    }

    /** In the protocol. */
    public int code() {
        return code;
    }
}
