package io.deskmeter.sound.pulse.wire;

/** The byte before each field, which tells its type. */
final class Tag {
    static final byte STRING = 't';
    static final byte NO_STRING = 'N';
    static final byte U32 = 'L';
    static final byte U8 = 'B';
    static final byte U64 = 'R';
    static final byte S64 = 'r';
    static final byte SAMPLE_SPEC = 'a';
    static final byte BYTES = 'x';
    static final byte TRUE = '1';
    static final byte FALSE = '0';
    static final byte TIME = 'T';
    static final byte MICROS = 'U';
    static final byte CHANNEL_MAP = 'm';
    static final byte CHANNEL_VOLUME = 'v';
    static final byte PROPERTIES = 'P';
    static final byte VOLUME = 'V';
    static final byte FORMAT = 'f';

    private Tag() {}
}
