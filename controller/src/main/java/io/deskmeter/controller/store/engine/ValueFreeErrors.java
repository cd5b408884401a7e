package io.deskmeter.controller.store.engine;

import java.sql.BatchUpdateException;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Set;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.SQLExceptionSubclassTranslator;
import org.springframework.jdbc.support.SQLExceptionTranslator;
import org.springframework.stereotype.Component;

/**
 * Translates failures of the database into exceptions that repeat no row and no value: a message of a failure becomes
 * the answer to a request, a line of the log and the reason of a run, and a row may hold a host, an account or a
 * workload's text. All statements use it, so nobody has to think of it.
 */
@Component
public final class ValueFreeErrors implements SQLExceptionTranslator {
    /** Classes of SQLSTATE whose messages quote what was refused: cardinality, data, integrity, raised by a trigger. */
    private static final Set<String> QUOTING = Set.of("21", "22", "23", "27", "44", "P0");

    private final SQLExceptionTranslator translator = new SQLExceptionSubclassTranslator();

    /** Statements on a source. */
    public static JdbcTemplate template(DataSource source) {
        JdbcTemplate template = new JdbcTemplate(source);
        template.setExceptionTranslator(new ValueFreeErrors());
        return template;
    }

    @Override
    public @Nullable DataAccessException translate(String task, @Nullable String sql, SQLException failure) {
        return translator.translate(task, sql, withoutValues(failure));
    }

    /** What a failure says, without values, for messages. */
    public static String words(SQLException failure) {
        SQLException told = failure;
        // A batch's own message quotes the statement with its values.
        while (told instanceof BatchUpdateException && told.getNextException() != null) {
            told = told.getNextException();
        }
        String message = String.valueOf(withoutValues(told).getMessage());
        int statement = message.indexOf("; SQL statement");
        return statement < 0 ? message : message.substring(0, statement);
    }

    private static SQLException withoutValues(SQLException failure) {
        String state = failure.getSQLState();
        if (state == null
                || state.length() < 2
                || !QUOTING.contains(state.substring(0, 2).toUpperCase(Locale.ROOT))) {
            return failure;
        }
        SQLException told = new SQLException(
                "the database refuses a value or a row, SQLSTATE " + state + place(failure),
                state,
                failure.getErrorCode());
        told.setStackTrace(failure.getStackTrace());
        return told;
    }

    /** Names of the tables' parts, which are ours. */
    private static String place(SQLException failure) {
        ServerErrorMessage server = failure instanceof PSQLException known ? known.getServerErrorMessage() : null;
        if (server == null) {
            return "";
        }
        return named(" in table ", server.getTable())
                + named(", column ", server.getColumn())
                + named(", constraint ", server.getConstraint());
    }

    private static String named(String what, @Nullable String name) {
        return name == null ? "" : what + name;
    }
}
