package io.deskmeter.agent.evidence;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** Writes sound as a WAV file (RIFF, PCM): one channel of 16 bits. */
final class WavFile {
    private static final int HEADER = 44;
    private static final int FORMAT_BYTES = 16;
    private static final short PCM = 1;
    private static final short CHANNELS = 1;
    private static final double FULL_SCALE = 32_767;

    private WavFile() {}

    /**
     * The file.
     *
     * @param sound −1 to 1; what is beyond is clipped
     * @param rate sample frames per second
     */
    static byte[] encode(float[] sound, int rate) {
        int bytes = sound.length * Short.BYTES;
        ByteBuffer file = ByteBuffer.allocate(HEADER + bytes).order(ByteOrder.LITTLE_ENDIAN);
        file.put(ascii("RIFF")).putInt(HEADER - 8 + bytes).put(ascii("WAVEfmt "));
        file.putInt(FORMAT_BYTES).putShort(PCM).putShort(CHANNELS);
        file.putInt(rate)
                .putInt(rate * Short.BYTES)
                .putShort((short) Short.BYTES)
                .putShort((short) Short.SIZE);
        file.put(ascii("data")).putInt(bytes);
        for (float sample : sound) {
            file.putShort((short) Math.round(FULL_SCALE * Math.max(-1, Math.min(1, sample))));
        }
        return file.array();
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
