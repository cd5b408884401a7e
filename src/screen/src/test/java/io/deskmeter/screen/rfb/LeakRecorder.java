package io.deskmeter.screen.rfb;

import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.util.ResourceLeakDetector;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Netty's leak detector for this module's tests (see the pom): records leaks. Netty creates it by name. */
public final class LeakRecorder<T> extends ResourceLeakDetector<T> {
    private static final List<String> LEAKS = new CopyOnWriteArrayList<>();

    public LeakRecorder(Class<?> resourceType, int samplingInterval) {
        super(resourceType, samplingInterval);
    }

    /** Netty requires this constructor, too. */
    public LeakRecorder(Class<?> resourceType, int samplingInterval, long unused) {
        this(resourceType, samplingInterval);
    }

    static List<String> leaks() {
        return List.copyOf(LEAKS);
    }

    /** Leaks are reported when buffers are allocated after the collection of those that leaked. */
    static List<String> leaksAfterCollection() {
        for (int i = 0; i < 3; i++) {
            System.gc();
            for (int j = 0; j < 200; j++) {
                PooledByteBufAllocator.DEFAULT.buffer().release();
                ByteBufAllocator.DEFAULT.buffer().release();
                new EmbeddedChannel().alloc().buffer().release();
            }
        }
        return leaks();
    }

    @Override
    protected void reportTracedLeak(String resourceType, String records) {
        LEAKS.add(resourceType + records);
    }

    @Override
    protected void reportUntracedLeak(String resourceType) {
        LEAKS.add(resourceType);
    }
}
