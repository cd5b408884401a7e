package io.deskmeter.controller.web.document;

import io.deskmeter.controller.web.http.NotFoundException;
import io.deskmeter.workload.yaml.RunProfiles;
import java.util.Set;
import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.Resource;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** JSON Schemas of the YAML documents; they refer to each other by file name. */
@RestController
@RequestMapping("/api/v1/schemas")
class SchemasController {
    private static final Set<String> NAMES = Set.of("accounts", "run-profile", "workload", "workload-profile");
    private static final String SUFFIX = ".schema.json";
    private static final String FOLDER = "io/deskmeter/workload/schema/";

    /** By its name, {@code run-profile}, or by that of its file. */
    @GetMapping(path = "/{name}", produces = MediaType.APPLICATION_JSON_VALUE)
    Resource schema(@PathVariable String name) {
        String plain = name.endsWith(SUFFIX) ? name.substring(0, name.length() - SUFFIX.length()) : name;
        if (!NAMES.contains(plain)) {
            throw new NotFoundException("schema: " + name + " (expected: one of " + NAMES + ")");
        }
        return new ClassPathResource(FOLDER + plain + SUFFIX, RunProfiles.class.getClassLoader());
    }
}
