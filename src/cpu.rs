//! Functions compiled once more for processors of the last decade, chosen while the program runs.

/// Makes the functions that it holds exist twice: with the instructions that every processor has,
/// and with those that x86 processors have had since 2013 (AVX2 and bit manipulation). Everything
/// that is inlined into such a function exists twice too, so it should do no more than call one.
macro_rules! for_each_cpu {
    ($($function:item)+) => {
        $(#[multiversion::multiversion(targets(
            "x86_64+avx2+bmi1+bmi2+lzcnt+popcnt",
            "x86+avx2+bmi1+bmi2+lzcnt+popcnt",
        ))]
        $function)+
    };
}

pub(crate) use for_each_cpu;
