package io.deskmeter.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ApplicationTest {
    @ParameterizedTest
    @CsvSource({
        "soffice --writer a=b.odt, soffice",
        "env A=1 B=2 soffice --calc, soffice",
        "env --chdir ${home}/x A=1 xarchiver ${home}/a.7z, xarchiver",
        "env -C /tmp -u B -i A=1 mpv --no-config, mpv",
        "env --chdir=/tmp --unset=B mpv, mpv",
        "env -- A=1 mpv, mpv",
        "env A=1, env",
        "env, env",
        "a=b c, a=b"
    })
    void theProgramIsWhatEnvStarts(String command, String program) {
        Application application = new Application(Map.of("linux", List.of(command.split(" "))));

        assertThat(application.program("linux")).contains(program);
    }

    @Test
    void withoutACommandForThePlatformThereIsNone() {
        assertThat(new Application(Map.of("linux", List.of("mpv"))).program("windows"))
                .isEmpty();
    }
}
