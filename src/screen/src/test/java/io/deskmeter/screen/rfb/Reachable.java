package io.deskmeter.screen.rfb;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds objects through the fields of Deskmeter's classes, and through collections, maps and arrays. */
final class Reachable {
    private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Deque<Object> todo = new ArrayDeque<>();

    private Reachable() {}

    static <T> List<T> from(Object root, Class<T> type) {
        Reachable walk = new Reachable();
        List<T> found = new ArrayList<>();
        walk.add(root);
        while (!walk.todo.isEmpty()) {
            Object next = walk.todo.remove();
            if (type.isInstance(next)) {
                found.add(type.cast(next));
            } else {
                walk.expand(next);
            }
        }
        return found;
    }

    private void add(@Nullable Object object) {
        if (object != null && seen.add(object)) {
            todo.add(object);
        }
    }

    private void expand(Object object) {
        if (object instanceof Collection<?> many) {
            many.forEach(this::add);
        } else if (object instanceof Map<?, ?> map) {
            map.values().forEach(this::add);
        } else if (object instanceof Object[] array) {
            for (Object each : array) {
                add(each);
            }
            ;
        } else if (object.getClass().getName().startsWith("io.deskmeter.")) {
            fields(object);
        }
    }

    private void fields(Object object) {
        for (Class<?> type = object.getClass(); type != Object.class; type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                if (!field.getType().isPrimitive() && !Modifier.isStatic(field.getModifiers())) {
                    add(get(field, object));
                }
            }
        }
    }

    private static @Nullable Object get(Field field, Object object) {
        if (object.getClass().isRecord()
                || object.getClass().isHidden()
                || object.getClass().isEnum()) {
            return null;
        }
        try {
            field.setAccessible(true);
            return field.get(object);
        } catch (IllegalAccessException e) {
            throw new AssertionError(e);
        }
    }
}
