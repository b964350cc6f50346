//! Sketches beside the exact quantiles of the same values.

use super::*;
use proptest::prelude::*;

fn exact(values: &[f64], quantile: f64) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::cast_precision_loss,
        reason = "few values"
    )]
    let rank = (quantile * (sorted.len() - 1) as f64).floor() as usize;
    sorted[rank]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn merged_quantiles_are_within_the_stated_error_of_the_exact_ones(
        parts in prop::collection::vec(prop::collection::vec(1e-5..1e7_f64, 0..60), 1..12),
        quantile in 0.0..=1.0_f64,
    ) {
        let values: Vec<f64> = parts.concat();
        let mut merged = Sketch::new();
        for part in &parts {
            merged.merge_bytes(&Sketch::of(part).encode()).expect("a sketch");
        }
        prop_assert_eq!(&merged, &Sketch::of(&values));
        match merged.quantile(quantile) {
            None => prop_assert!(values.is_empty()),
            Some(found) => {
                let exact = exact(&values, quantile);
                prop_assert!((found - exact).abs() <= exact * (ACCURACY + 1e-9), "{} is not {}", found, exact);
            }
        }
    }

    #[test]
    fn what_is_taken_back_leaves_no_trace(
        kept in prop::collection::vec(0.0..1e6_f64, 0..40),
        gone in prop::collection::vec(0.0..1e6_f64, 0..40),
    ) {
        let mut sketch = Sketch::of(&kept);
        sketch.merge(&Sketch::of(&gone));
        let mut whole = sketch.clone();
        gone.iter().for_each(|value| sketch.add_many(*value, -1));
        prop_assert_eq!(&sketch, &Sketch::of(&kept));
        whole.subtract(&Sketch::of(&gone));
        prop_assert_eq!(whole, sketch);
    }

    #[test]
    fn any_bytes_are_a_sketch_or_an_error(bytes in prop::collection::vec(any::<u8>(), 0..40)) {
        let _ = Sketch::decode(&bytes);
        let headed: Vec<u8> = [1, 100].into_iter().chain(bytes).collect();
        if let Ok(sketch) = Sketch::decode(&headed) {
            prop_assert_eq!(Sketch::decode(&sketch.encode()), Ok(sketch));
        }
    }
}

#[test]
fn values_that_are_no_durations_count_as_zero() {
    let sketch = Sketch::of(&[-1.0, f64::NAN, f64::INFINITY, 0.0, 5.0]);
    assert_eq!((sketch.count(), sketch.quantile(0.5)), (5, Some(0.0)));
    assert_eq!(Sketch::new().quantile(0.5), None);
}

#[test]
fn a_sketch_of_many_values_is_small() {
    let values: Vec<f64> = (1..10_000).map(|value| f64::from(value) / 1000.0).collect();
    assert!(Sketch::of(&values).encode().len() < 1_500);
}
