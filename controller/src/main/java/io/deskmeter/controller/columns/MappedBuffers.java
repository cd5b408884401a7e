package io.deskmeter.controller.columns;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Unmaps files. Java 17 does that when a buffer is garbage collected, which may be much later: until then the disk
 * space of a deleted file is not free. The caller must ensure that the buffer is not read any more: reading unmapped
 * memory crashes the process.
 */
final class MappedBuffers {
    private static final Logger LOG = LoggerFactory.getLogger(MappedBuffers.class);
    private static final @Nullable MethodHandle CLEANER = cleaner();

    private MappedBuffers() {}

    private static @Nullable MethodHandle cleaner() {
        try {
            Class<?> unsafe = Class.forName("sun.misc.Unsafe");
            Field field = unsafe.getDeclaredField("theUnsafe");
            field.setAccessible(true);
            return MethodHandles.lookup()
                    .findVirtual(unsafe, "invokeCleaner", MethodType.methodType(void.class, ByteBuffer.class))
                    .bindTo(field.get(null));
        } catch (ReflectiveOperationException | RuntimeException e) {
            LOG.info("mapped files are given back when they are collected: {}", e.toString());
            return null;
        }
    }

    /** Unmaps it now, if this Java supports that. */
    static void unmap(MappedByteBuffer buffer) {
        if (CLEANER == null) {
            return;
        }
        try {
            CLEANER.invoke((ByteBuffer) buffer);
        } catch (Throwable e) {
            LOG.warn("a mapped file is released by the garbage collector only: {}", e.toString());
        }
    }
}
