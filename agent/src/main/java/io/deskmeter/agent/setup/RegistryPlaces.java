package io.deskmeter.agent.setup;

import io.deskmeter.agent.platform.Registry;
import io.deskmeter.agent.setup.PlaceValue.Absent;
import io.deskmeter.agent.setup.PlaceValue.RegistryData;
import io.deskmeter.agent.setup.PlaceValue.RegistryKey;
import io.deskmeter.workload.targets.Optimisation.RegistryValue;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;

/**
 * The registry of a machine. The path of a key is as {@link Registry} has it; that of a value is the key, two
 * backslashes and the value's name.
 */
final class RegistryPlaces implements Places {
    private final Registry registry;
    private final WriteHook step;

    RegistryPlaces(Registry registry, WriteHook step) {
        this.registry = registry;
        this.step = step;
    }

    private static boolean isValue(String path) {
        return path.contains(RegistryValue.BEFORE_NAME);
    }

    private static String key(String path) {
        return isValue(path) ? path.substring(0, path.indexOf(RegistryValue.BEFORE_NAME)) : path;
    }

    private static String name(String path) {
        return path.substring(path.indexOf(RegistryValue.BEFORE_NAME) + RegistryValue.BEFORE_NAME.length());
    }

    @Override
    public boolean exists(String path) throws IOException {
        return isValue(path) ? registry.value(key(path), name(path)).isPresent() : registry.hasKey(path);
    }

    @Override
    public PlaceValue read(String path) throws IOException {
        if (isValue(path)) {
            return registry.value(key(path), name(path))
                    .<PlaceValue>map(RegistryData::new)
                    .orElseGet(Absent::new);
        }
        return registry.hasKey(path) ? new RegistryKey() : new Absent();
    }

    @Override
    public void write(String path, PlaceValue value) throws IOException {
        if (value instanceof RegistryData data && isValue(path)) {
            step.about("write a value");
            registry.set(key(path), name(path), data.value());
        } else if (value instanceof Absent && isValue(path)) {
            step.about("remove a value");
            registry.remove(key(path), name(path));
        } else if (value instanceof RegistryKey && !isValue(path)) {
            step.about("create a key");
            registry.createKey(path);
        } else if (value instanceof Absent) {
            step.about("remove a key");
            if (!registry.removeEmptyKey(path)) {
                throw new DirectoryNotEmptyException(path);
            }
        } else {
            throw new IOException(
                    path + ": " + value.words() + " (expected: a value that the registry can have there)");
        }
    }

    @Override
    public List<String> missingFolders(String path) throws IOException {
        Deque<String> missing = new ArrayDeque<>();
        String key = isValue(path) ? key(path) : above(path);
        while (key.indexOf('\\') > 0 && !registry.hasKey(key)) {
            missing.addFirst(key);
            key = above(key);
        }
        return List.copyOf(missing);
    }

    private static String above(String key) {
        return key.substring(0, Math.max(0, key.lastIndexOf('\\')));
    }

    @Override
    public PlaceValue createdFolder() {
        return new RegistryKey();
    }

    @Override
    public PlaceValue file(String path, String text) throws IOException {
        throw new IOException(path + ": a file (expected: a key or a value of the registry)");
    }

    @Override
    public boolean isSame(String path, String other) {
        return path.toLowerCase(Locale.ROOT).equals(other.toLowerCase(Locale.ROOT));
    }

    @Override
    public boolean isIn(String path, String folder) {
        return path.toLowerCase(Locale.ROOT).startsWith(folder.toLowerCase(Locale.ROOT) + "\\");
    }

    /** A value is written whole, or not. */
    @Override
    public void removeUnfinished(String path) {}
}
