package io.deskmeter.bench;

import java.util.LinkedHashMap;
import java.util.Map;
import oshi.SystemInfo;

/** The machine of a measurement. */
public final class Machine {
    private Machine() {}

    /** Facts with units in their keys. */
    public static Map<String, Object> facts() {
        SystemInfo system = new SystemInfo();
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put(
                "cpu",
                system.getHardware()
                        .getProcessor()
                        .getProcessorIdentifier()
                        .getName()
                        .strip());
        facts.put("cores", Runtime.getRuntime().availableProcessors());
        facts.put("memoryMb", system.getHardware().getMemory().getTotal() >> 20);
        facts.put("os", system.getOperatingSystem().toString());
        facts.put("java", Runtime.version().toString());
        return facts;
    }
}
