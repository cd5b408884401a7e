package io.deskmeter.agent.setup;

import io.deskmeter.agent.platform.Registry;
import io.deskmeter.agent.setup.Journal.Entry;
import io.deskmeter.agent.setup.PlaceValue.Absent;
import io.deskmeter.agent.setup.PlaceValue.Content;
import io.deskmeter.agent.setup.PlaceValue.Folder;
import io.deskmeter.agent.setup.PlaceValue.Link;
import io.deskmeter.agent.setup.PlaceValue.RegistryData;
import io.deskmeter.agent.setup.PlaceValue.RegistryKey;
import io.deskmeter.text.FaultText;
import io.deskmeter.workload.targets.Optimisation;
import io.deskmeter.workload.targets.Optimisation.GroupKey;
import io.deskmeter.workload.targets.Optimisation.MaskedUnit;
import io.deskmeter.workload.targets.Optimisation.OperatingSystem;
import io.deskmeter.workload.targets.Optimisation.RegistryValue;
import io.deskmeter.workload.targets.Optimisation.Scope;
import io.deskmeter.workload.targets.Optimisation.WholeFile;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * Finds what optimisations would change on a machine, changes it, reads it back, and takes it back. One program at a
 * time.
 */
final class Optimiser {
    private static final String NOTHING = "/dev/null";

    /** The keys that group policy writes. */
    private static final Pattern POLICIES = Pattern.compile("(?i)\\\\Policies\\\\");

    private final Places places;
    private final Journal journal;
    private final Scope scope;
    private final Set<Integer> changed = new HashSet<>();

    /** @param scope whose settings this user may change */
    Optimiser(Places places, Journal journal, Scope scope) {
        this.places = places;
        this.journal = journal;
        this.scope = scope;
    }

    /** What became of a setting. */
    enum Outcome {
        /** It would be changed. */
        WANTED,
        /** It is as wanted, by this program. */
        SET,
        /** It was as wanted before. */
        ALREADY,
        /** What it is about is not on this machine, or is another user's. */
        NOT_APPLICABLE,
        /** Something else decides. */
        OVERRULED,
        /** It could not be changed, or was not as wanted when it was read back. */
        FAILED,
        /** The value before is back. */
        RESTORED,
        /** Somebody has changed it since; it is left as it is. */
        CHANGED_SINCE,
        /** A folder that stays, because something that is not taken back now is in it. */
        STILL_NEEDED;

        /** For display: {@code not applicable}. */
        String words() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }

    /**
     * What became of one setting.
     *
     * @param id of the optimisation, or what else has changed the place
     * @param detail for display; may be empty
     */
    record Result(String id, Outcome outcome, String detail) {}

    /** A value that a place must get. */
    private record Wanted(String path, PlaceValue value) {}

    /** Changes nothing. */
    Result analyse(Optimisation optimisation) {
        try {
            Optional<Result> without = withoutChange(optimisation);
            if (without.isPresent()) {
                return without.get();
            }
            Wanted wanted = wanted(optimisation);
            PlaceValue now = places.read(wanted.path());
            if (!now.equals(wanted.value())) {
                return new Result(
                        optimisation.id(), Outcome.WANTED, optimisation.change().wanted() + "; now " + now.words());
            }
            boolean ours = isOurs(wanted.path(), now);
            return new Result(
                    optimisation.id(),
                    ours ? Outcome.SET : Outcome.ALREADY,
                    optimisation.change().wanted());
        } catch (IOException e) {
            return new Result(optimisation.id(), Outcome.FAILED, FaultText.message(e));
        }
    }

    /** Makes the machine as wanted. */
    List<Result> apply(List<Optimisation> set) throws IOException {
        settle();
        return set.stream().map(this::apply).toList();
    }

    /** A killed program may have made a change without saying so, or have left a part of a file. */
    void settle() throws IOException {
        for (Entry entry : journal.entries()) {
            if (entry.state() == Journal.State.STARTED) {
                places.removeUnfinished(entry.path());
                if (places.read(entry.path()).equals(entry.after())) {
                    journal.mark(entry, Journal.State.DONE);
                }
            }
        }
    }

    /** Whether this object has changed something for an optimisation. */
    boolean hasSet(Optimisation optimisation) {
        return journal.entries().stream()
                .anyMatch(entry -> hasChanged(entry) && entry.owner().equals(optimisation.id()));
    }

    /** Whether this object has made a change, or has begun it. */
    boolean hasChanged(Entry entry) {
        return changed.contains(entry.number());
    }

    private Result apply(Optimisation optimisation) {
        Result before = analyse(optimisation);
        if (before.outcome() != Outcome.WANTED) {
            return before;
        }
        try {
            Wanted wanted = wanted(optimisation);
            set(optimisation.id(), wanted.path(), wanted.value());
            return new Result(
                    optimisation.id(), Outcome.SET, optimisation.change().wanted());
        } catch (IOException e) {
            return new Result(optimisation.id(), Outcome.FAILED, FaultText.message(e));
        }
    }

    /**
     * Gives a place a value, with the folders above it.
     *
     * @param owner of the entries in the journal
     * @throws IOException if it cannot be written, or has another value when it is read back; the message is for
     *     display
     */
    void set(String owner, String path, PlaceValue value) throws IOException {
        for (String folder : places.missingFolders(path)) {
            change(owner, folder, places.createdFolder());
        }
        change(owner, path, value);
    }

    private void change(String owner, String path, PlaceValue value) throws IOException {
        PlaceValue before = places.read(path);
        if (!before.equals(value)) {
            Entry entry = journal.started(owner, path, before, value);
            changed.add(entry.number());
            places.write(path, value);
            PlaceValue after = places.read(path);
            if (!after.equals(value)) {
                throw new IOException(path + ": " + after.words() + " after it was written (expected: " + value.words()
                        + "; hint: does another program write it?)");
            }
            journal.mark(entry, Journal.State.DONE);
        }
    }

    private Optional<Result> withoutChange(Optimisation optimisation) throws IOException {
        if (optimisation.scope() != scope) {
            return Optional.of(new Result(
                    optimisation.id(),
                    Outcome.NOT_APPLICABLE,
                    scope == Scope.USER
                            ? "a setting of the machine (hint: as "
                                    + (optimisation.system() == OperatingSystem.WINDOWS ? "an administrator" : "root")
                                    + ")"
                            : "a setting of a user (hint: as that user)"));
        }
        boolean applies = optimisation.appliesTo().isEmpty();
        for (String path : optimisation.appliesTo()) {
            applies |= places.exists(path);
        }
        if (!applies) {
            return Optional.of(new Result(
                    optimisation.id(), Outcome.NOT_APPLICABLE, "no " + String.join(", no ", optimisation.appliesTo())));
        }
        for (String path : optimisation.overruledBy()) {
            if (places.exists(path)) {
                return Optional.of(new Result(optimisation.id(), Outcome.OVERRULED, "by " + path));
            }
        }
        return overruled(optimisation).map(why -> new Result(optimisation.id(), Outcome.OVERRULED, why));
    }

    /** Whether the last change of a place that has not been taken back gave it this value. */
    private boolean isOurs(String path, PlaceValue now) {
        return journal.entries().stream()
                .filter(entry -> entry.state() != Journal.State.RESTORED && places.isSame(entry.path(), path))
                .reduce((first, second) -> second)
                .filter(entry -> entry.after().equals(now))
                .isPresent();
    }

    /** What is there and would have to go, though it is not this program's. */
    private Optional<String> overruled(Optimisation optimisation) throws IOException {
        String path = path(optimisation);
        PlaceValue now = places.read(path);
        if (isOurs(path, now) || now instanceof Absent) {
            return Optional.empty();
        }
        String others = "by " + path + ", " + now.words() + " of the administrator's own";
        if (optimisation.change() instanceof RegistryValue value) {
            // Group policy would set it again; other values have no owner.
            return POLICIES.matcher(path).find() && !now.equals(data(value)) ? Optional.of(others) : Optional.empty();
        }
        if (optimisation.change() instanceof GroupKey key) {
            return now instanceof Content content
                    ? Optional.of("by " + path + ", which makes [" + key.group() + "] " + key.key() + " immutable")
                            .filter(why -> GroupFile.isImmutable(content.text(), key.group(), key.key()))
                    : Optional.of(others);
        }
        boolean fits = optimisation.change() instanceof WholeFile file
                ? now instanceof Content content
                        && (file.replaces() || content.text().equals(file.content()))
                : now.equals(new Link(NOTHING));
        return fits ? Optional.empty() : Optional.of(others);
    }

    private static String path(Optimisation optimisation) {
        if (optimisation.change() instanceof WholeFile file) {
            return file.path();
        }
        if (optimisation.change() instanceof GroupKey key) {
            return key.path();
        }
        if (optimisation.change() instanceof RegistryValue value) {
            return value.path();
        }
        MaskedUnit unit = (MaskedUnit) optimisation.change();
        String folder = optimisation.scope() == Scope.USER
                ? "~/.config/systemd/user/"
                : unit.ofSessions() ? "/etc/systemd/user/" : "/etc/systemd/system/";
        return folder + unit.unit();
    }

    /** A file that is there keeps its owner and permissions. */
    private Wanted wanted(Optimisation optimisation) throws IOException {
        String path = path(optimisation);
        if (optimisation.change() instanceof MaskedUnit) {
            return new Wanted(path, new Link(NOTHING));
        }
        if (optimisation.change() instanceof RegistryValue value) {
            return new Wanted(path, data(value));
        }
        PlaceValue now = places.read(path);
        String before = now instanceof Content content ? content.text() : "";
        String text = optimisation.change() instanceof GroupKey key
                ? GroupFile.with(before, key.group(), key.key(), key.value())
                : ((WholeFile) optimisation.change()).content();
        return new Wanted(path, places.file(path, text));
    }

    private static RegistryData data(RegistryValue value) {
        return new RegistryData(new Registry.Value(value.type().number(), value.bytes()));
    }

    /** Takes back what these owners have changed, the last change first. */
    List<Result> restore(Predicate<Entry> which) {
        List<Entry> all = journal.entries();
        List<Result> results = new ArrayList<>();
        for (int i = all.size() - 1; i >= 0; i--) {
            Entry entry = all.get(i);
            if (entry.state() != Journal.State.RESTORED && which.test(entry)) {
                results.add(restore(entry, which));
            }
        }
        return results;
    }

    /** What is in the folder of an entry by this program, and is not taken back now; empty if nothing is. */
    private String stillInIt(Entry folder, Predicate<Entry> which) throws IOException {
        if (folder.after() instanceof Folder || folder.after() instanceof RegistryKey) {
            for (Entry entry : journal.entries()) {
                // Of those that are taken back, earlier ones come later.
                boolean stays = entry.number() > folder.number() || !which.test(entry);
                if (stays && entry.state() != Journal.State.RESTORED && places.isIn(entry.path(), folder.path())) {
                    return entry.owner().equals(Setup.AUTOSTART) ? "the start of agents" : entry.path();
                }
            }
        }
        return "";
    }

    private Result restore(Entry entry, Predicate<Entry> which) {
        try {
            String inIt = stillInIt(entry, which);
            if (!inIt.isEmpty()) {
                return new Result(entry.owner(), Outcome.STILL_NEEDED, entry.path() + ": " + inIt + " is in it");
            }
            places.removeUnfinished(entry.path());
            PlaceValue now = places.read(entry.path());
            boolean restored = now.equals(entry.before());
            if (!restored && now.equals(entry.after())) {
                restored = putBack(entry.path(), entry.before());
            }
            journal.mark(entry, Journal.State.RESTORED);
            return new Result(
                    entry.owner(),
                    restored ? Outcome.RESTORED : Outcome.CHANGED_SINCE,
                    entry.path() + (restored ? "" : ": " + now.words()));
        } catch (IOException e) {
            return new Result(entry.owner(), Outcome.FAILED, FaultText.message(e));
        }
    }

    private boolean putBack(String path, PlaceValue before) throws IOException {
        try {
            places.write(path, before);
            return true;
        } catch (DirectoryNotEmptyException othersAreInIt) {
            return false;
        }
    }
}
