//! Prints the tables of `docs/scale.md`.

fn main() {
    for (name, table) in scale::sections() {
        println!("## {name}\n\n{table}");
    }
}
