//! Prices of sizes, from a file of the operator. This service knows no prices of its own: one that is out of date would
//! decide about budgets. A size without a price in the file has an unknown price, never zero.

use api::cloud_catalogue::CloudPrice;
use jiff::civil::Date;
use serde::Deserialize;
use std::collections::BTreeMap;

/// Hours of a month, as AWS's own calculator has them.
const HOURS: u64 = 730;

/// Prices have at most six decimals, so they are whole millionths.
const DECIMALS: usize = 6;

/// The most expensive machine costs less than this for an hour, in units of the currency.
const MOST_HOURLY: u64 = 1_000_000;

/// List prices for an hour on demand, by region and size.
#[derive(Debug, Clone, Default)]
pub struct Prices {
    currency: String,
    /// The day on which the operator has copied the prices.
    as_of: Date,
    /// Millionths of the currency.
    hourly: BTreeMap<String, BTreeMap<String, u64>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    as_of: Date,
    currency: String,
    hourly: BTreeMap<String, BTreeMap<String, String>>,
}

impl Prices {
    /// Reads the JSON of a price file; the error says what is wrong with it.
    pub fn parse(json: &str) -> Result<Prices, String> {
        let File { as_of, currency, hourly } = serde_json::from_str(json).map_err(|error| error.to_string())?;
        if currency.len() != 3 || !currency.chars().all(|c| c.is_ascii_uppercase()) {
            return Err(format!("{currency:?} is not a currency, such as USD"));
        }
        let sizes = |sizes: BTreeMap<String, String>| {
            sizes.into_iter().map(|(size, price)| Ok((size, millionths(&price)?))).collect::<Result<_, String>>()
        };
        let regions = hourly.into_iter().map(|(region, prices)| Ok((region, sizes(prices)?)));
        Ok(Prices { currency, as_of, hourly: regions.collect::<Result<_, String>>()? })
    }

    /// The price of a size in a region, if it is known.
    pub(crate) fn of(&self, size: &str, region: &str) -> Option<CloudPrice> {
        let hourly = self.hourly.get(region)?.get(size)?;
        // Rounded up: a budget must not be exceeded by rounding.
        let cents = (hourly * HOURS).div_ceil(10_000);
        let monthly = format!("{}.{:02}", cents / 100, cents % 100);
        Some(CloudPrice { monthly, currency: self.currency.clone(), as_of: self.as_of.to_string() })
    }
}

fn millionths(price: &str) -> Result<u64, String> {
    let wrong = || format!("{price:?} is not a price, such as \"0.0104\"");
    let (whole, decimals) = price.split_once('.').unwrap_or((price, ""));
    if decimals.len() > DECIMALS || !whole.chars().chain(decimals.chars()).all(|c| c.is_ascii_digit()) {
        return Err(wrong());
    }
    let whole: u64 = whole.parse().map_err(|_| wrong())?;
    let decimals: u64 = format!("{decimals:0<DECIMALS$}").parse().map_err(|_| wrong())?;
    // A price of zero would make a budget meaningless.
    if whole >= MOST_HOURLY || whole + decimals == 0 {
        return Err(wrong());
    }
    Ok(whole * 1_000_000 + decimals)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn prices() -> Prices {
        let json = r#"{"as_of": "2026-11-01", "currency": "USD",
            "hourly": {"xx-test-1": {"small": "0.0104", "large": "0.1"}}}"#;
        Prices::parse(json).unwrap()
    }

    #[test]
    fn a_month_has_730_hours_and_is_rounded_up() {
        let monthly = |size| prices().of(size, "xx-test-1").map(|price| (price.monthly, price.as_of));
        assert_eq!(monthly("small"), Some(("7.60".to_owned(), "2026-11-01".to_owned())));
        assert_eq!(monthly("large"), Some(("73.00".to_owned(), "2026-11-01".to_owned())));
    }

    #[test]
    fn an_unknown_price_is_unknown() {
        assert_eq!(prices().of("gigantic", "xx-test-1"), None);
        assert_eq!(prices().of("small", "xx-test-2"), None);
        assert_eq!(Prices::default().of("small", "xx-test-1"), None);
    }

    #[test]
    fn a_wrong_price_is_refused() {
        for price in ["", "-1", "1,5", "0.1234567", "free", "0", "0.0", "1000000", "٣"] {
            assert!(millionths(price).is_err(), "{price}");
        }
        assert_eq!(millionths("12"), Ok(12_000_000));
    }
}
