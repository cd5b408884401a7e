package io.deskmeter.screen.shared;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.Test;

class SerialExecutorTest {
    private final Queue<Runnable> pool = new ArrayDeque<>();
    private final List<String> log = new ArrayList<>();

    @Test
    void survivesAnErrorOfATask() {
        SerialExecutor serial = new SerialExecutor(pool::add);
        serial.execute(() -> {
            throw new OutOfMemoryError("a picture of 30,000 pixels");
        });
        serial.execute(() -> log.add("2"));
        runPool();
        serial.execute(() -> log.add("3"));
        runPool();

        assertThat(log).containsExactly("2", "3");
    }

    private void runPool() {
        for (Runnable next = pool.poll(); next != null; next = pool.poll()) {
            next.run();
        }
    }
}
