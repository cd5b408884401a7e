package io.deskmeter.controller.transfer;

import io.deskmeter.controller.check.Version;
import io.deskmeter.controller.secrets.SecretsKeyFile;
import io.deskmeter.evidence.AtomicFile;
import io.deskmeter.evidence.EvidenceFileName;
import io.deskmeter.link.access.TokenRole;
import io.deskmeter.text.FaultText;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * The secrets of a data folder, in a file of their own: with them a restored controller is the one that agents and
 * people know; without them it draws new ones, and machines have to join again. A backup without them can be kept where
 * backups are kept.
 */
public final class SecretFiles {
    /** Account sets have passwords. */
    private static final String ACCOUNTS = "accounts/";

    private static final int MOST_ACCOUNT_SETS = 1_000;

    /** Their names in the data folder. */
    private static final List<String> NAMES = Stream.concat(
                    Stream.of(TokenRole.values()).map(TokenRole::file), Stream.of("authority.pem", SecretsKeyFile.NAME))
            .toList();

    private static final long MOST_BYTES = 1L << 30;

    private static final String STORE = "store.id";
    private static final String WRITABLE =
            " (expected: a file in a folder that is there, and that this user may write)";
    private static final String THEIR_FOLDER =
            " (expected: the data folder of the controller that is backed up, on this machine; hint: --data DIR)";

    private SecretFiles() {}

    /** Whether a part may have that name. */
    static boolean mayHave(String name) {
        return NAMES.contains(name)
                || (name.startsWith(ACCOUNTS) && EvidenceFileName.isPlain(name.substring(ACCOUNTS.length())));
    }

    /**
     * Looks for what stands against writing them, before a backup that may take an hour.
     *
     * @throws IOException with a message for display
     */
    public static void requireWritable(Path data, Path file) throws IOException {
        if (names(data).stream().noneMatch(name -> Files.isRegularFile(data.resolve(name)))) {
            throw noSecrets(data);
        }
        String unused = store(data);
        if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            throw isThere(file);
        }
        Path folder = file.toAbsolutePath().getParent();
        if (folder == null || !Files.isDirectory(folder) || !Files.isWritable(folder)) {
            throw new IOException("--secrets: " + file + ": cannot be written" + WRITABLE);
        }
    }

    /**
     * The id of the store that a data folder belongs to.
     *
     * @throws IOException with a message for display: it names none
     */
    public static String store(Path data) throws IOException {
        Path file = data.resolve(STORE);
        if (!Files.isRegularFile(file)) {
            throw new IOException("--data: " + data + " has no " + STORE + THEIR_FOLDER);
        }
        return Files.readString(file, StandardCharsets.ISO_8859_1).strip();
    }

    private static IOException noSecrets(Path data) {
        return new IOException("--data: " + data + " has no secrets" + THEIR_FOLDER);
    }

    private static IOException isThere(Path file) {
        return new IOException("--secrets: " + file + " is there (expected: a file that is not there yet)");
    }

    /** Writes those of a data folder to a file that is not there yet, which only this user can read. */
    public static void write(Path data, Path file) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        int found = 0;
        try (PartsWriter parts = new PartsWriter(
                out,
                new FileHeader(
                        FileKind.SECRETS.format(), FileHeader.VERSION, "0", Version.own(), "", null, null, null))) {
            for (String name : names(data)) {
                if (Files.isRegularFile(data.resolve(name))) {
                    byte[] content = Files.readAllBytes(data.resolve(name));
                    parts.part(name, part -> part.write(content));
                    found++;
                }
            }
            parts.finish();
        }
        if (found == 0) {
            throw noSecrets(data);
        }
        boolean created;
        try {
            created = AtomicFile.createPrivate(file, out.toByteArray());
        } catch (IOException e) {
            throw new IOException("--secrets: " + file + ": " + FaultText.reason(e) + WRITABLE, e);
        }
        if (!created) {
            throw isThere(file);
        }
    }

    private static List<String> names(Path data) throws IOException {
        List<String> names = new ArrayList<>(NAMES);
        if (Files.isDirectory(data.resolve(ACCOUNTS))) {
            try (Stream<Path> sets = Files.list(data.resolve(ACCOUNTS))) {
                sets.map(set -> ACCOUNTS + set.getFileName())
                        .filter(SecretFiles::mayHave)
                        .sorted()
                        .forEach(names::add);
            }
        }
        return names;
    }

    static PartsFile check(Path file) throws IOException {
        StoreRestore.requireReadable(file, FileKind.SECRETS);
        return PartsFile.check(file, file.toString(), FileKind.SECRETS, MOST_BYTES, MOST_ACCOUNT_SETS);
    }

    static void restore(PartsFile parts, Path data) throws IOException {
        parts.read((name, in) -> {
            if (!name.equals(PartsWriter.HEADER)) {
                Path file = data.resolve(name);
                Files.createDirectories(Objects.requireNonNull(file.getParent(), "a part in a folder"));
                AtomicFile.createPrivate(file, in.readAllBytes());
            }
        });
    }
}
