package io.deskmeter.controller.web.http;

import io.swagger.v3.oas.models.Components;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.media.Content;
import io.swagger.v3.oas.models.media.MediaType;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.parameters.Parameter;
import io.swagger.v3.oas.models.responses.ApiResponse;
import io.swagger.v3.oas.models.responses.ApiResponses;
import java.util.List;
import java.util.Set;
import org.springdoc.core.customizers.GlobalOpenApiCustomizer;
import org.springframework.stereotype.Component;

/**
 * Adds to the OpenAPI document the error responses of every call, which are problem documents, and the characters that
 * a path segment cannot contain.
 */
@Component
final class ErrorResponses implements GlobalOpenApiCustomizer {
    private static final String NAME = "ProblemDetail";
    private static final String PATH = "path";
    private static final String QUERY = "query";
    /** Servers refuse these characters in a segment, even percent-encoded, because they could be misinterpreted. */
    private static final String SEGMENT = "^[^/\\\\\\x00]+$";

    private static final String PROBLEM_JSON = org.springframework.http.MediaType.APPLICATION_PROBLEM_JSON_VALUE;

    @Override
    public void customise(OpenAPI document) {
        document.getComponents().addSchemas(NAME, problem());
        document.getPaths().values().forEach(path -> path.readOperations().forEach(ErrorResponses::complete));
    }

    private static void complete(Operation operation) {
        if (operation.getParameters() != null) {
            operation.getParameters().forEach(ErrorResponses::bound);
            operation.getParameters().stream()
                    .filter(parameter -> PATH.equals(parameter.getIn()))
                    .map(Parameter::getSchema)
                    .filter(schema ->
                            schema.getTypes() != null && schema.getTypes().contains("string"))
                    .forEach(schema -> schema.setPattern(SEGMENT));
        }
        fails(operation);
    }

    /** See {@link EmptyParameterCheck}. */
    private static void bound(Parameter parameter) {
        Schema<?> schema = parameter.getSchema();
        if (QUERY.equals(parameter.getIn())
                && schema.getTypes() != null
                && schema.getTypes().contains("string")
                && schema.getEnum() == null
                && !"".equals(schema.getDefault())) {
            schema.setMinLength(1);
        }
    }

    private static void fails(Operation operation) {
        for (ApiResponse response : operation.getResponses().values()) {
            if (response.getContent() != null) {
                response.getContent().remove(PROBLEM_JSON);
            }
        }
        MediaType body = new MediaType().schema(new Schema<>().$ref(Components.COMPONENTS_SCHEMAS_REF + NAME));
        ApiResponse failure = new ApiResponse()
                .description("What, the offending value, what was expected (RFC 9457).")
                .content(new Content().addMediaType(PROBLEM_JSON, body));
        operation.getResponses().addApiResponse(ApiResponses.DEFAULT, failure);
    }

    private static Schema<?> problem() {
        Schema<Object> problems = typed("array");
        problems.setItems(new Schema<>().$ref(Components.COMPONENTS_SCHEMAS_REF + "Problem"));
        problems.setDescription("Of a document that cannot be used.");
        Schema<Object> version = typed("integer");
        version.setDescription("The one that was saved meanwhile.");
        Schema<Object> yaml = typed("string");
        yaml.setDescription("The one that was saved meanwhile.");
        Schema<Object> problem = typed("object");
        for (String text : List.of("type", "title", "detail", "instance")) {
            problem.addProperty(text, typed("string"));
        }
        problem.addProperty("status", typed("integer"));
        problem.addProperty("problems", problems);
        problem.addProperty("newestVersion", version);
        problem.addProperty("newestYaml", yaml);
        problem.setRequired(List.of("status"));
        return problem;
    }

    private static Schema<Object> typed(String type) {
        Schema<Object> schema = new Schema<>();
        schema.setTypes(Set.of(type));
        return schema;
    }
}
