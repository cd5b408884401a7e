package io.deskmeter.controller.web.http;

import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Documents a request parameter {@code offset}, see {@link Paging}. Its default has to be said to Spring as well, which
 * reads no composed annotations.
 */
@Documented
@Target(ElementType.PARAMETER)
@Retention(RetentionPolicy.RUNTIME)
@Parameter(schema = @Schema(type = "integer", format = "int32", minimum = Paging.FIRST, defaultValue = Paging.FIRST))
public @interface PageOffset {}
