package io.deskmeter.sound.analysis;

/** The discrete Fourier transform of complex numbers, for one size, a power of two. Immutable. */
public final class Fft {
    private final int size;
    private final double[] cosines;
    private final double[] sines;

    /** For so many numbers, a power of two. */
    public Fft(int size) {
        if (size < 2 || Integer.bitCount(size) != 1) {
            throw new IllegalArgumentException("size: " + size + " (expected: a power of two, 2 or more)");
        }
        this.size = size;
        cosines = new double[size / 2];
        sines = new double[size / 2];
        for (int i = 0; i < size / 2; i++) {
            cosines[i] = Math.cos(2 * Math.PI * i / size);
            sines[i] = Math.sin(2 * Math.PI * i / size);
        }
    }

    int size() {
        return size;
    }

    /** From time to frequency, in place. */
    public void forward(double[] real, double[] imaginary) {
        transform(real, imaginary);
    }

    /** From frequency to time, in place; the result is the original times the size. */
    void backward(double[] real, double[] imaginary) {
        transform(imaginary, real); // swapped parts turn the direction round
    }

    private void transform(double[] real, double[] imaginary) {
        reorder(real, imaginary);
        for (int half = 1; half < size; half *= 2) {
            int stride = size / (2 * half);
            for (int start = 0; start < size; start += 2 * half) {
                for (int i = 0; i < half; i++) {
                    butterfly(real, imaginary, start + i, start + i + half, i * stride);
                }
            }
        }
    }

    private void butterfly(double[] real, double[] imaginary, int low, int high, int turn) {
        double re = real[high] * cosines[turn] + imaginary[high] * sines[turn];
        double im = imaginary[high] * cosines[turn] - real[high] * sines[turn];
        real[high] = real[low] - re;
        imaginary[high] = imaginary[low] - im;
        real[low] += re;
        imaginary[low] += im;
    }

    private void reorder(double[] real, double[] imaginary) {
        int unused = 1 + Integer.numberOfLeadingZeros(size);
        for (int i = 0; i < size; i++) {
            int j = Integer.reverse(i) >>> unused;
            if (j > i) {
                swap(real, i, j);
                swap(imaginary, i, j);
            }
        }
    }

    private static void swap(double[] values, int i, int j) {
        double value = values[i];
        values[i] = values[j];
        values[j] = value;
    }
}
