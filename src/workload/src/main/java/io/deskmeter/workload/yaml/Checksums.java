package io.deskmeter.workload.yaml;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The fingerprint of a folder. */
final class Checksums {
    private Checksums() {}

    /**
     * SHA-256 over the folder's files in the order of their relative names: of each the name in UTF-8, a zero byte, the
     * length as 8 bytes, the content. Name and length keep two folders apart whose bytes are merely cut differently.
     *
     * @throws UncheckedIOException if a file cannot be read
     */
    static String of(Path folder) {
        MessageDigest digest = sha256();
        try {
            for (Map.Entry<String, Path> file : files(folder).entrySet()) {
                byte[] content = Files.readAllBytes(file.getValue());
                digest.update(file.getKey().getBytes(StandardCharsets.UTF_8));
                digest.update((byte) 0);
                digest.update(
                        ByteBuffer.allocate(Long.BYTES).putLong(content.length).flip());
                digest.update(content);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("checksum of " + folder, e);
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    /** Sorted by name. */
    private static Map<String, Path> files(Path folder) throws IOException {
        Map<String, Path> files = new TreeMap<>();
        try (Stream<Path> walk = Files.walk(folder)) {
            walk.filter(Files::isRegularFile)
                    .forEach(
                            file -> files.put(folder.relativize(file).toString().replace('\\', '/'), file));
        }
        return files;
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("SHA-256 (expected: in every Java platform)", e);
        }
    }
}
