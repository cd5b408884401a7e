package io.deskmeter.controller;

import java.util.HashMap;
import java.util.Map;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.MutablePropertySources;
import org.springframework.core.env.StandardEnvironment;

/**
 * The environment of Spring: the values of options, and the file that is part of the program. Otherwise any variable of
 * the environment (as {@code SERVER_ADDRESS}), any system property and any {@code application.yaml} of the working
 * folder would win over an option, or change what nobody has an option for.
 */
final class OptionsOnlyEnvironment extends StandardEnvironment {
    OptionsOnlyEnvironment(Map<String, Object> options) {
        Map<String, Object> all = new HashMap<>(options);
        all.put("spring.config.location", "classpath:/application.yaml");
        getPropertySources().addFirst(new MapPropertySource("options", all));
    }

    /** None: neither the environment nor system properties. */
    @Override
    protected void customizePropertySources(MutablePropertySources sources) {
        // Nothing is added to what the constructor adds.
    }
}
