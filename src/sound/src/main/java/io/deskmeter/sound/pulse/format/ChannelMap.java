package io.deskmeter.sound.pulse.format;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The speakers to which the channels of a sample frame belong, by their numbers in the protocol. Immutable. */
public final class ChannelMap {
    private static final int MONO = 0;
    private static final int AUX0 = 12;
    private static final List<String> NAMES = List.of(
            "mono",
            "front-left",
            "front-right",
            "front-center",
            "rear-center",
            "rear-left",
            "rear-right",
            "lfe",
            "front-left-of-center",
            "front-right-of-center",
            "side-left",
            "side-right");
    private static final List<String> TOP_NAMES = List.of(
            "top-center",
            "top-front-left",
            "top-front-right",
            "top-front-center",
            "top-rear-left",
            "top-rear-right",
            "top-rear-center");
    private static final int TOP = 44;
    private static final int LFE = 7;
    private static final int[] BY_DEFAULT = {1, 2, 5, 6, 3, LFE, 10, 11};

    private final int[] positions;

    private ChannelMap(int[] positions) {
        this.positions = positions;
    }

    /** Of given positions; each is 0 to 50. */
    public static ChannelMap of(int... positions) {
        for (int position : positions) {
            if (position < 0 || position >= TOP + TOP_NAMES.size()) {
                throw new IllegalArgumentException("channel position: " + position + " (expected: 0 to 50)");
            }
        }
        return new ChannelMap(positions.clone());
    }

    /**
     * What a client means that names no positions: one channel is mono, two are left and right, more are speakers
     * around.
     */
    public static ChannelMap ofChannels(int channels) {
        int[] positions = new int[channels];
        for (int i = 0; i < channels; i++) {
            positions[i] = i < BY_DEFAULT.length ? BY_DEFAULT[i] : AUX0 + i;
        }
        if (channels == 1) {
            positions[0] = MONO;
        }
        return new ChannelMap(positions);
    }

    /**
     * From names as in a format's properties, {@code "front-left,front-right"}. Names of whole maps ({@code stereo})
     * and unknown names give the map by default.
     */
    public static ChannelMap parse(String names, int channels) {
        String[] parts = names.trim().toLowerCase(Locale.ROOT).split(",", -1);
        int[] positions = new int[parts.length];
        for (int i = 0; i < parts.length; i++) {
            positions[i] = position(parts[i].trim());
        }
        boolean known = parts.length == channels && Arrays.stream(positions).allMatch(p -> p >= 0);
        return known ? new ChannelMap(positions) : ofChannels(channels);
    }

    private static int position(String name) {
        if (name.matches("aux([12]?[0-9]|3[01])")) {
            return AUX0 + Integer.parseInt(name.substring(3));
        }
        int low = NAMES.indexOf(name);
        int top = TOP_NAMES.indexOf(name);
        return low >= 0 || top < 0 ? low : TOP + top;
    }

    public int channels() {
        return positions.length;
    }

    public int position(int channel) {
        return positions[channel];
    }

    /** The names of the positions, separated by commas. */
    public String names() {
        StringBuilder text = new StringBuilder();
        for (int position : positions) {
            text.append(text.length() == 0 ? "" : ",").append(name(position));
        }
        return text.toString();
    }

    private static String name(int position) {
        if (position < NAMES.size()) {
            return NAMES.get(position);
        }
        return position < TOP ? "aux" + (position - AUX0) : TOP_NAMES.get(position - TOP);
    }

    /**
     * How much of each channel an output plays: the gains of an output add up to 1 at most, so that nothing is clipped.
     *
     * @param outputs 1 for mono, 2 for left and right
     * @return by output and channel
     */
    public float[][] gains(int outputs) {
        float[][] gains = new float[outputs][positions.length];
        for (int output = 0; output < outputs; output++) {
            float sum = 0;
            for (int i = 0; i < positions.length; i++) {
                gains[output][i] = hears(output, outputs, i) ? 1 : 0;
                sum += gains[output][i];
            }
            for (int i = 0; i < positions.length && sum > 1; i++) {
                gains[output][i] /= sum;
            }
        }
        return gains;
    }

    private static boolean isAuxiliary(int position) {
        return position >= AUX0 && position < TOP;
    }

    private boolean hears(int output, int outputs, int channel) {
        int position = positions[channel];
        if (position == LFE) {
            return positions.length == 1;
        }
        String name = name(position);
        boolean left = name.contains("left") || (isAuxiliary(position) && channel % 2 == 0);
        boolean right = name.contains("right") || (isAuxiliary(position) && channel % 2 == 1);
        return outputs == 1 || left == right || (output == 0 ? left : right) || positions.length == 1;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ChannelMap map && Arrays.equals(positions, map.positions);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(positions);
    }

    @Override
    public String toString() {
        return names();
    }
}
