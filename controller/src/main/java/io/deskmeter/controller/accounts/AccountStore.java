package io.deskmeter.controller.accounts;

import io.deskmeter.controller.request.BodyLimits;
import io.deskmeter.controller.request.InvalidRequestException;
import io.deskmeter.controller.secrets.OtherKeyException;
import io.deskmeter.controller.secrets.SealedFiles;
import io.deskmeter.controller.secrets.SecretsKey;
import io.deskmeter.controller.store.folder.DataDirectory;
import io.deskmeter.text.FaultText;
import io.deskmeter.workload.InvalidDocumentException;
import io.deskmeter.workload.targets.Account;
import io.deskmeter.workload.yaml.AccountSets;
import io.deskmeter.workload.yaml.AccountTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/**
 * The sets of accounts: files {@code NAME.yaml} and {@code NAME.csv} in a folder that only the controller's user can
 * enter. Users can copy them there, or send them. They are read each time, so that changes take effect immediately. On
 * the disk they are sealed. Thread-safe.
 */
@Component
public final class AccountStore {
    private static final Logger LOG = LoggerFactory.getLogger(AccountStore.class);

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,99}");

    private final Path folder;
    private final SealedFiles files;

    @Autowired
    AccountStore(DataDirectory data, SecretsKey key, InstantSource clock) {
        this(data.root(), key, clock);
    }

    /**
     * A store of sets in a folder.
     *
     * @param data the folder of the controller's data, or of a check's
     */
    public AccountStore(Path data, SecretsKey key, InstantSource clock) {
        this.folder = data.resolve("accounts");
        this.files = new SealedFiles(key, "accounts", clock);
    }

    /** Seals the sets that people have copied there; one that cannot be read is left for who uses it. */
    public void sealAll() {
        for (String name : namesAtStart()) {
            try {
                Optional<List<Account>> unused = find(name);
            } catch (InvalidDocumentException | InvalidRequestException e) {
                LOG.warn("accounts: {}", e.getMessage());
            }
        }
    }

    /** Whatever is wrong with the sets, a controller starts without them. */
    private List<String> namesAtStart() {
        try {
            return names();
        } catch (UncheckedIOException e) {
            LOG.warn("accounts: {} cannot be read: {}", folder, FaultText.reason(e));
            return List.of();
        }
    }

    /** The format of a set. */
    public enum Form {
        YAML(".yaml"),
        CSV(".csv");

        private final String suffix;

        Form(String suffix) {
            this.suffix = suffix;
        }
    }

    /** Names of all sets, sorted. */
    public List<String> names() {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> String.valueOf(file.getFileName()))
                    .filter(file -> Stream.of(Form.values()).anyMatch(form -> file.endsWith(form.suffix)))
                    .map(file -> file.substring(0, file.lastIndexOf('.')))
                    .filter(name -> NAME.matcher(name).matches())
                    .distinct()
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * A set; empty if there is none of that name.
     *
     * @throws InvalidRequestException if it was sealed with another key, with what to do
     */
    public Optional<List<Account>> find(String name) throws InvalidDocumentException {
        if (!NAME.matcher(name).matches()) {
            return Optional.empty();
        }
        for (Form form : Form.values()) {
            Path file = folder.resolve(name + form.suffix);
            if (Files.isRegularFile(file)) {
                byte[] text = read(file);
                List<Account> set = parse(String.valueOf(file.getFileName()), form, text);
                seal(file, text);
                return Optional.of(set);
            }
        }
        return Optional.empty();
    }

    /**
     * A set that must exist.
     *
     * @throws InvalidRequestException if it is not, with what to do
     */
    public List<Account> get(String name) throws InvalidDocumentException {
        Optional<List<Account>> set = find(name);
        if (set.isEmpty()) {
            throw new InvalidRequestException("accounts: " + name + " (expected: one of " + names()
                    + "; hint: --accounts " + name + ".csv, or PUT /api/v1/accounts/" + name + ")");
        }
        return set.get();
    }

    /**
     * Keeps a set, in place of one of that name.
     *
     * @throws InvalidDocumentException if it cannot be read; nothing is changed then
     */
    public List<Account> put(String name, Form form, byte[] text) throws InvalidDocumentException {
        if (!NAME.matcher(name).matches()) {
            throw new InvalidRequestException(
                    "accounts: " + name + " (expected: a name of letters, digits, `.`, `_` and `-`)");
        }
        if (text.length > BodyLimits.ACCOUNTS) {
            throw new InvalidRequestException(
                    "accounts: " + text.length + " bytes (expected: at most " + BodyLimits.ACCOUNTS + ")");
        }
        List<Account> accounts = parse(name + form.suffix, form, text);
        try {
            Files.createDirectories(
                    folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
            files.write(folder.resolve(name + form.suffix), text);
            for (Form other : Form.values()) {
                if (other != form) {
                    Files.deleteIfExists(folder.resolve(name + other.suffix));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return accounts;
    }

    /** Removes a set; false if there is none. */
    public boolean remove(String name) {
        boolean removed = false;
        try {
            for (Form form : Form.values()) {
                removed |= NAME.matcher(name).matches() && Files.deleteIfExists(folder.resolve(name + form.suffix));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return removed;
    }

    private byte[] read(Path file) {
        try {
            return files.read(file);
        } catch (OtherKeyException e) {
            throw new InvalidRequestException("accounts: " + e.getMessage());
        } catch (IOException e) {
            throw new InvalidRequestException("accounts: " + file + " cannot be read: " + FaultText.reason(e)
                    + " (expected: a file that the controller's user can read)");
        }
    }

    /** Where that fails, as in a folder that cannot be written, the set can be used all the same. */
    private void seal(Path file, byte[] read) {
        try {
            files.seal(file, read);
        } catch (IOException e) {
            LOG.warn("accounts: {} stays plain: {}", file, FaultText.reason(e));
        }
    }

    private static List<Account> parse(String fileName, Form form, byte[] bytes) throws InvalidDocumentException {
        String text = AccountSets.text(fileName, bytes);
        return form == Form.CSV ? AccountTable.parse(fileName, text) : AccountSets.parse(fileName, text);
    }
}
