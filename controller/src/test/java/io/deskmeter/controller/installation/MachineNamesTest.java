package io.deskmeter.controller.installation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MachineNamesTest {
    @ParameterizedTest
    @CsvSource({
        "desk-1, desk-1, true",
        "desk-1, DESK-1, true",
        "desk-1, desk-1.example.org, true",
        "desk-1.example.org, desk-1, true",
        "desk-1.example.org, desk-1.example.org, true",
        "desk-1.example.org, desk-1.example.com, false",
        "desk-1, desk-10, false",
        "desk-1.example.org, example, false",
        "desk-1, .desk-1, false",
    })
    void areThoseOfMachinesWithOrWithoutTheirDomain(String name, String host, boolean same) {
        assertThat(new MachineNames(List.of("another", name)).contains(host)).isEqualTo(same);
        assertThat(new MachineNames(List.of("another", host)).contains(name)).isEqualTo(same);
    }
}
