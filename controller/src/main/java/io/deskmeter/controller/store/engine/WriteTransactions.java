package io.deskmeter.controller.store.engine;

import io.deskmeter.controller.audit.AuditedRequest;
import io.deskmeter.controller.run.port.RunJournal.JournalException;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.support.TransactionOperations;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Runs writes as transactions and converts their failures into messages for display. None is begun while the store is
 * known not to answer: each would hold its thread for long.
 */
@Component
public final class WriteTransactions {
    private final TransactionOperations transactions;
    private final StoreEngine engine;
    private final Supplier<Optional<String>> silence;
    private final Consumer<AssertionError> broken;

    @Autowired
    public WriteTransactions(
            TransactionOperations transactions, StoreEngine engine, StoreWatch watch, StorePools pools) {
        this(transactions, engine, watch::silence, pools::broken);
    }

    /** For a store that nobody watches. */
    public WriteTransactions(TransactionOperations transactions, StoreEngine engine) {
        this(transactions, engine, Optional::empty, error -> {});
    }

    /** @param broken is told of a fault that H2 finds in itself */
    public WriteTransactions(
            TransactionOperations transactions,
            StoreEngine engine,
            Supplier<Optional<String>> silence,
            Consumer<AssertionError> broken) {
        this.transactions = transactions;
        this.engine = engine;
        this.silence = silence;
        this.broken = broken;
    }

    public void run(Runnable write) {
        call(() -> {
            write.run();
            return true;
        });
    }

    public <T> T call(Supplier<T> write) {
        silence.get().ifPresent(why -> {
            throw new JournalException(why, new SilentStoreException(why));
        });
        try {
            T result = transactions.execute(status -> audited(write));
            if (result == null) {
                throw new IllegalStateException("a write gave null");
            }
            return result;
        } catch (DataAccessException | TransactionException e) {
            throw new JournalException(engine.writeFailure(e, cause(e)), e);
        } catch (AssertionError e) {
            if (!StorePools.isOfStore(e)) {
                throw e;
            }
            broken.accept(e);
            throw new JournalException(engine.writeFailure(e, "the store has closed itself"), e);
        }
    }

    /**
     * With the entry of the audit log, if a request that has one caused this write and it is the first: both or
     * nothing. A write whose result is false or empty has changed nothing; what the request becomes then is written at
     * its end.
     */
    private static <T> T audited(Supplier<T> write) {
        T result = write.get();
        if (result.equals(false) || result.equals(Optional.empty())) {
            return result;
        }
        AuditedRequest.current().filter(AuditedRequest::unwritten).ifPresent(request -> {
            request.write();
            TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
                @Override
                public void afterCompletion(int status) {
                    if (status != STATUS_COMMITTED) {
                        request.rolledBack();
                    }
                }
            });
        });
        return result;
    }

    /** Runs an action when the transaction of this thread has been committed; never if it is rolled back. */
    public void afterCommit(Runnable action) {
        TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
            @Override
            public void afterCommit() {
                action.run();
            }
        });
    }

    private static String cause(Throwable error) {
        Throwable root = error;
        while (root.getCause() != null && root.getCause() != root) {
            root = root.getCause();
        }
        String message = String.valueOf(root.getMessage());
        int statement = message.indexOf("; SQL statement");
        return statement < 0 ? message : message.substring(0, statement);
    }
}
