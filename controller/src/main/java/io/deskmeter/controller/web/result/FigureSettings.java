package io.deskmeter.controller.web.result;

import io.deskmeter.controller.point.Figures;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import tools.jackson.databind.JacksonModule;

/**
 * Writes the load points of REST answers and of event streams as {@code report.json} has them: figures that do not
 * exist are {@code null}, intervals are {@code [low, high]}.
 */
@Configuration(proxyBeanMethods = false)
class FigureSettings {
    @Bean
    JacksonModule loadPoints() {
        return Figures.ofLoadPoints();
    }
}
