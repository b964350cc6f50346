//! Random numbers, and the functions that they need, from additions, multiplications and square roots only. These are exact
//! in IEEE 754, so the simulation prints the same digits on every machine. The logarithm of a system's library would not.

/// SplitMix64 (Steele, Lea, Flood 2014). A stream belongs to a purpose and a number, so one decision more or less in one
/// stream does not change the others: policies are compared with the same tenants, bursts and losses.
pub struct Stream(u64);

impl Stream {
    pub fn new(seed: u64, purpose: u64, number: u64) -> Stream {
        let mut stream = Stream(seed ^ purpose.wrapping_mul(0xA24B_AED4_963E_E407));
        stream.0 = stream.bits() ^ number.wrapping_mul(0x9FB2_1C65_1E98_DF25);
        stream.bits();
        stream
    }

    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// Above 0 and below 1.
    pub fn uniform(&mut self) -> f64 {
        ((self.bits() >> 12) as f64 + 0.5) / (1u64 << 52) as f64
    }

    pub fn below(&mut self, end: usize) -> usize {
        (self.uniform() * end as f64) as usize
    }

    /// Marsaglia's polar method.
    pub fn normal(&mut self) -> f64 {
        loop {
            let (x, y) = (2.0 * self.uniform() - 1.0, 2.0 * self.uniform() - 1.0);
            let square = x * x + y * y;
            if square < 1.0 && square > 0.0 {
                return x * (-2.0 * ln(square) / square).sqrt();
            }
        }
    }

    /// With a mean of 1.
    pub fn log_normal(&mut self, sigma: f64) -> f64 {
        exp(sigma * self.normal() - sigma * sigma / 2.0)
    }

    pub fn exponential(&mut self, mean: f64) -> f64 {
        -mean * ln(self.uniform())
    }

    pub fn pareto(&mut self, least: f64, alpha: f64) -> f64 {
        least * exp(-ln(self.uniform()) / alpha)
    }
}

const LN_2: f64 = std::f64::consts::LN_2;

/// The natural logarithm of a positive number: the exponent, and the series of atanh for the rest.
pub fn ln(x: f64) -> f64 {
    let bits = x.to_bits();
    let exponent = ((bits >> 52) & 0x7FF) as i64 - 1023;
    let mantissa = f64::from_bits((bits & 0x000F_FFFF_FFFF_FFFF) | (1023 << 52));
    let z = (mantissa - 1.0) / (mantissa + 1.0);
    let (mut sum, mut power) = (0.0, z);
    for term in 0..24 {
        sum += power / f64::from(2 * term + 1);
        power *= z * z;
    }
    exponent as f64 * LN_2 + 2.0 * sum
}

/// The exponential function: a power of two, and Taylor's series for the rest.
pub fn exp(x: f64) -> f64 {
    let halves = (x / LN_2).round();
    let rest = x - halves * LN_2;
    let (mut sum, mut term) = (1.0, 1.0);
    for n in 1..20 {
        term *= rest / f64::from(n);
        sum += term;
    }
    sum * f64::from_bits(((halves as i64 + 1023) as u64) << 52)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_functions_are_those_of_the_library_to_twelve_digits() {
        for step in 1..4000 {
            let x = f64::from(step) * 0.01;
            assert!((ln(x) - x.ln()).abs() < 1e-12, "ln {x}");
            assert!((exp(x - 20.0) / (x - 20.0).exp() - 1.0).abs() < 1e-12, "exp {x}");
        }
    }

    #[test]
    fn a_stream_repeats_itself_and_has_the_moments_of_its_distribution() {
        let draw = |seed| {
            let mut stream = Stream::new(seed, 1, 2);
            (0..100_000).map(move |_| stream.normal())
        };
        assert!(draw(7).eq(draw(7)));
        assert!(!draw(7).eq(draw(8)));
        let mean = draw(7).sum::<f64>() / 100_000.0;
        let square = draw(7).map(|x| x * x).sum::<f64>() / 100_000.0;
        assert!(mean.abs() < 0.02 && (square - 1.0).abs() < 0.02, "{mean} {square}");
    }
}
