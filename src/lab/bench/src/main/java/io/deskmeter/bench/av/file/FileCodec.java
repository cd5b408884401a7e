package io.deskmeter.bench.av.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A way in which sound is coded. */
public enum FileCodec {
    PCM("PCM", "", "", 0.1),
    AAC("AAC 96 kbit/s", "m4a", "-c:a aac -b:a 96k", 1),
    OPUS("Opus 64 kbit/s", "ogg", "-c:a libopus -b:a 64k", 1),
    MP3("MP3 128 kbit/s", "mp3", "-c:a libmp3lame -b:a 128k", 1),
    ADPCM("ADPCM (IMA)", "wav", "-c:a adpcm_ima_wav", 1),
    MU_LAW("µ-law 8 kHz", "wav", "-c:a pcm_mulaw -ar 8000", 1);

    private static final List<String> RAW = List.of("-f", "s16le", "-ar", String.valueOf(Pcm.RATE), "-ac", "2");

    private final String title;
    private final String suffix;
    /** Of the program that codes it, with spaces between them. */
    private final String options;

    private final double limitMillis;

    FileCodec(String title, String suffix, String options, double limitMillis) {
        this.title = title;
        this.suffix = suffix;
        this.options = options;
        this.limitMillis = limitMillis;
    }

    public String title() {
        return title;
    }

    public boolean isAvailable() {
        return suffix.isEmpty() || Ffmpeg.isInstalled();
    }

    /**
     * Codes and decodes samples.
     *
     * @param folder for files
     */
    public short[] coded(Path folder, short[] pcm) throws IOException, InterruptedException {
        if (suffix.isEmpty()) {
            return pcm;
        }
        Path in = Files.write(folder.resolve("in.raw"), Pcm.bytes(pcm));
        Path coded = folder.resolve("coded." + suffix);
        Path out = folder.resolve("out.raw");
        Ffmpeg ffmpeg = new Ffmpeg(folder);
        List<String> encode = new ArrayList<>(RAW);
        encode.addAll(List.of("-i", in.toString()));
        encode.addAll(List.of(options.split(" ", -1)));
        encode.add(coded.toString());
        ffmpeg.run(encode);
        List<String> decode = new ArrayList<>(List.of("-i", coded.toString()));
        decode.addAll(RAW);
        decode.add(out.toString());
        ffmpeg.run(decode);
        return Pcm.samples(Files.readAllBytes(out));
    }

    /** How far a delay may be off. Decoders take away the delay that their file states. */
    double limitMillis() {
        return limitMillis;
    }
}
